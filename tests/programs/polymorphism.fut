-- Functions and types with type and size parameters.
-- ==
-- entry: pairs
-- input { [1,2,3] [true,false,true] }
-- output { [true, false, true] [1i32, 2i32, 3i32] 3i64 false }

-- ==
-- entry: sized
-- input { [1,2,3] [[1,2],[3,4],[5,6]] }
-- output { 3i64 2i64 2i64 3i64 [1i32, 2i32] 1i32 3i64 }

-- ==
-- entry: several
-- input { [1.5f32,2.5f32] }
-- output { [6.000000f32, 10.000000f32] [2i64, 3i64] [false, true] }

type pair 'a 'b = (a, b)
type^ function 'a 'b = a -> b
type matrix [n] [m] 'a = [n][m]a

def swap 'a 'b (p: pair a b) : pair b a = (p.1, p.0)
def apply 'a 'b (f: function a b) (x: a) : b = f x
def rows [n] [m] 'a (_: matrix [n] [m] a) : i64 = n
def columns [n] [m] 'a (_: matrix [n] [m] a) : i64 = m
def first 'a [n] (xs: [n]a) (default: a) : a = if n > 0 then xs[0] else default

entry pairs [n] (xs: [n]i32) (bs: [n]bool) =
  let (a, b) = unzip (map swap (zip xs bs))
  in (a, b, apply length xs, apply (\b -> !b) (first bs true))

entry sized [n] (xs: [n]i32) (m: [n][2]i32) =
  let transposed: matrix [2] [n] i32 = transpose m
  in (rows m, columns m, rows transposed, columns transposed, first m [0, 0], first xs 9, n)

entry several [n] (xs: [n]f32) =
  let doubled [m] 'a (f: a -> a) (ys: [m]a) : [m]a = map (f >-> f) ys
  in (doubled (* 2) xs, doubled (+ 1) (iota n), doubled (\b -> !b) (map (> 2) xs))
