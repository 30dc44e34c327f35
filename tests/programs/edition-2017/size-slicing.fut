-- The running example of FHPC'14 (figure 7). Only `f` knows the size of a row.
-- ==
-- input { true [[[1.0,2.0],[3.0,4.0]]] } output { [3.0,7.0,2.0,12.0] }
-- input { false [[[1.0,2.0],[3.0,4.0]]] } output { [3.0,7.0] }
-- input { true empty([0][1][1]f64) } error: Index \[0\] out of bounds for array of shape \[0\]

let f (both: bool) (a: [][]f64): []f64 =
  let (s, p) = unzip (map (\x -> (reduce (+) 0.0 x, reduce (*) 1.0 x)) a)
  in if both then concat s p else s

let main (both: bool) (A: [][][]f64): []f64 =
  let B = map (\a -> f both a) A
  in B[0]
