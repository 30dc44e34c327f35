-- "Declaring Functions and Values": size and type parameters; arrays of one type parameter have one shape.
-- ==
-- input { [1, 2, 3] } output { [3, 2, 1] }
-- ==
-- entry: same
-- input { [1] [2] } output { [1] [2] }
-- input { [1] [2, 3] } error: .
-- ==
-- entry: inferred
-- input { 3 } output { 4 }

let reverse [n] 't (xs: [n]t): [n]t = xs[::-1]

let main (xs: []i32) = reverse xs

-- The reference's `pair` returns a tuple. Nothing requires its components to have equal shapes.
let pair 't (x: t) (y: t): [2]t = [x, y]

entry same (a: []i32) (b: []i32): ([]i32, []i32) =
  let ps = pair a b
  in (ps[0], ps[1])

let add x y = x + y

entry inferred (x: i32): i32 = add x 1
