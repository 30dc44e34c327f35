-- The Mandelbrot set as a picture: red, green and blue of every point.
-- ==
-- input { 2i64 2i64 50i32 }
-- output { [[[0u8, 10u8, 10u8], [0u8, 30u8, 30u8]], [[0u8, 10u8, 10u8], [0u8, 0u8, 0u8]]] }

type complex = {re: f32, im: f32}

def step (c: complex) (z: complex) : complex =
  {re = z.re * z.re - z.im * z.im + c.re, im = 2 * z.re * z.im + c.im}

def norm2 (z: complex) : f32 = z.re * z.re + z.im * z.im

-- How many steps a point takes to leave the circle of radius 2.
def steps (limit: i32) (c: complex) : i32 =
  (loop (z, i) = ({re = 0, im = 0}, 0) while i < limit && norm2 z <= 4 do (step c z, i + 1)).1

def colour (limit: i32) (steps: i32) : [3]u8 =
  if steps == limit then [0, 0, 0]
  else let bright = u8.i32 (i32.min 255 (10 * steps))
       in [u8.i32 (i32.max 0 (i32.min 255 (10 * steps - 255))), bright, bright]

def main (height: i64) (width: i64) (limit: i32) : [height][width][3]u8 =
  tabulate_2d height width (\row column ->
    let c = {re = 3.5 * f32.i64 column / f32.i64 width - 2.5, im = 2 * f32.i64 row / f32.i64 height - 1}
    in colour limit (steps limit c))
