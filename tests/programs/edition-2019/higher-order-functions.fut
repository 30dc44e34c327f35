-- "Higher-order functions": functions are passed, returned, and stored in records; lifted type parameters hold them.
-- ==
-- input { 3 } output { 8 9 6 }

let twice 'a (f: a -> a) (x: a): a = f (f x)
let adder (n: i32): i32 -> i32 = \x -> x + n
let both '^a '^b (x: a) (y: b): (a, b) = (x, y)

let main (x: i32) =
  let r = {f = (*3), g = adder 1}
  let (f, _) = both (*2) 1
  in (twice (adder 2) (r.g x), r.f x, f x) |> (\(a, b, c) -> (a, b, c))
