-- For each point of a grid, the number of iterations until it leaves the circle of radius 2.
def main (width: i64) (height: i64) (limit: i32) : [height][width]i32 =
  let point (row: i64) (column: i64) =
    let x = f32.i64 column * 3.5 / f32.i64 width - 2.5
    let y = f32.i64 row * 2 / f32.i64 height - 1
    let (_, _, steps) =
      loop (a, b, i) = (0f32, 0f32, 0i32) while i < limit && a * a + b * b <= 4 do
        (a * a - b * b + x, 2 * a * b + y, i + 1)
    in steps
  in tabulate_2d height width point
