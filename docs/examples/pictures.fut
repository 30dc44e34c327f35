-- # Circles
--
-- A point is in the circle if its distance from the centre is at most the radius.

def circle (n: i64) (radius: f32) : [n][n]bool =
  let at i = (f32.i64 i + 0.5) / f32.i64 n * 2 - 1
  in tabulate_2d n n (\i j -> f32.sqrt (at i ** 2 + at j ** 2) <= radius)

-- > :img circle 64 0.8

-- The part of the square that a circle covers is π/4 times its radius squared.

-- ==
-- entry: covered
-- input { [[true, false], [true, true]] } output { 0.75 }
entry covered [n] (picture: [n][n]bool) : f64 =
  f64.i64 (i64.sum (map i64.bool (flatten picture))) / f64.i64 (n * n)

-- > (covered (circle 64 0.8), covered (circle 640 0.8))

-- A film has a picture for each state.

def grow (radius: f32) : ([][]bool, f32) = (circle 64 radius, radius + 0.1)

-- > :brief :video (grow, 0, 10i64);
-- format: gif
-- fps: 10
