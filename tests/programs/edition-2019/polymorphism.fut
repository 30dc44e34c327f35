-- Functions with type parameters: arrays of one type parameter have one shape.
-- ==
-- entry: same
-- input { [1] [2] } output { [1] [2] }
-- input { [1] [2, 3] } error: .
-- ==
-- entry: back
-- input { [1, 2, 3] } output { [3, 2, 1] }

let pair 't (x: t) (y: t): [2]t = [x, y]

entry same (a: []i32) (b: []i32): ([]i32, []i32) =
  let ps = pair a b
  in (ps[0], ps[1])

entry back [n] (xs: [n]i32): [n]i32 = xs[::-1]
