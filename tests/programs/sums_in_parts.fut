-- Branches that know only some constructors of their sum type, with arrays of different sizes.
-- ==
-- entry: main
-- input { true 3i64 } output { [0i64, 1i64, 2i64] }
-- input { false 3i64 } output { [7i64] }
-- ==
-- entry: lambda
-- input { 2i64 } output { [0i64, 1i64] }
-- input { -2i64 } output { empty([0]i64) }
-- ==
-- entry: asserted
-- input { 3i64 } output { [0i64, 1i64, 2i64] }
-- input { 1i64 } error: Assertion is false

type opt 't = #some t | #none

def f (b: bool) (n: i64) = if b then #some (iota n) else (#none : opt ([1]i64)) :> opt ([]i64)

entry main (b: bool) (n: i64) =
  match f b n
  case #some xs -> xs
  case #none -> [7]

def some : i64 -> opt ([]i64) = \n -> if n < 0 then #some [] else #some (iota n)

entry lambda (n: i64) =
  match some n
  case #some xs -> xs
  case #none -> [8]

-- An assertion does not change a size.
entry asserted (n: i64) : [n]i64 = iota (assert (n > 1) n)
