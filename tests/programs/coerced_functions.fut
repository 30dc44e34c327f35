-- A coercion of a function: its sizes are checked when the function is called.
-- ==
-- entry: function
-- input { [1, 2] [3, 4] } output { [4, 6] }
-- input { [1, 2] [3, 4, 5] } error: cannot match shape

-- ==
-- entry: record
-- input { [1, 2] [3, 4] } output { [4, 6] [1, 2] }
-- input { [1, 2] [3, 4, 5] } error: cannot match shape

-- ==
-- entry: lambda
-- input { [1, 2] [3, 4] } output { [4, 5] }
-- input { [1, 2] [3, 4, 5] } error: cannot match shape

entry function [n] [m] (xs: [n]i32) (ys: [m]i32) : [m]i32 =
  let f = \(a: [n]i32) -> map2 (+) a xs
  let g = f :> ([m]i32 -> [m]i32)
  in g ys

entry record [n] [m] (xs: [n]i32) (ys: [m]i32) : ([m]i32, [m]i32) =
  let f = \(a: [n]i32) -> map2 (+) a xs
  let r = {f, xs} :> {f: [m]i32 -> [m]i32, xs: [m]i32}
  in (r.f ys, r.xs)

entry lambda [n] [m] (_xs: [n]i32) (ys: [m]i32) : [m]i32 =
  let g = (\(a: [n]i32) -> map (+ 1) a) :> ([m]i32 -> [m]i32)
  in g ys
