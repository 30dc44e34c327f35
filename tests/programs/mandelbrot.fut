-- For each point of a grid, the number of iterations until it leaves the circle of radius 2.
-- ==
-- input { 8i64 6i64 30i32 }
-- output { [[1i32, 1i32, 2i32, 3i32, 3i32, 5i32, 4i32, 2i32], [1i32, 1i32, 3i32, 3i32, 5i32, 14i32, 16i32, 3i32], [1i32, 1i32, 4i32, 11i32, 10i32, 30i32, 30i32, 4i32], [1i32, 1i32, 30i32, 30i32, 30i32, 30i32, 30i32, 4i32], [1i32, 1i32, 4i32, 11i32, 10i32, 30i32, 30i32, 4i32], [1i32, 1i32, 3i32, 3i32, 5i32, 14i32, 16i32, 3i32]] }
-- input { 3i64 3i64 100i32 }
-- output { [[1i32, 3i32, 9i32], [1i32, 6i32, 100i32], [1i32, 6i32, 100i32]] }
-- input { 40i64 1i64 255i32 }
-- output { [[1i32, 1i32, 1i32, 1i32, 1i32, 1i32, 1i32, 1i32, 1i32, 2i32, 2i32, 2i32, 3i32, 3i32, 3i32, 3i32, 3i32, 3i32, 3i32, 3i32, 3i32, 4i32, 4i32, 4i32, 4i32, 5i32, 6i32, 16i32, 11i32, 5i32, 4i32, 4i32, 3i32, 3i32, 3i32, 2i32, 2i32, 2i32, 2i32, 2i32]] }

type complex = (f32, f32)

def add ((a, b): complex) ((c, d): complex) : complex = (a + c, b + d)
def square ((a, b): complex) : complex = (a * a - b * b, 2 * a * b)
def norm2 ((a, b): complex) : f32 = a * a + b * b

def diverge (limit: i32) (c: complex) : i32 =
  let (_, i) =
    loop (z, i) = ((0, 0), 0) while i < limit && norm2 z <= 4 do (add (square z) c, i + 1)
  in i

def main (width: i64) (height: i64) (limit: i32) : [height][width]i32 =
  let point (y: i64) (x: i64) : complex =
    (f32.i64 x * 3.5 / f32.i64 width - 2.5, f32.i64 y * 2 / f32.i64 height - 1)
  in tabulate_2d height width (\y x -> diverge limit (point y x))
