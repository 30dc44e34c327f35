-- Conditionals and matches that return functions.
-- ==
-- entry: simple
-- input { true 1 2 3 } output { 4 }
-- input { false 1 2 3 } output { 6 }

-- ==
-- entry: nested
-- input { 0 5 } output { 6 }
-- input { 1 5 } output { 10 }
-- input { 2 5 } output { 3 }
-- input { 3 5 } output { 25 }

-- ==
-- entry: by_tag
-- input { true false 5 } output { 8 }
-- input { false true 5 } output { 20 }
-- input { false false 5 } output { 5 }

-- ==
-- entry: curried
-- input { true 1 7 8 } output { 57 }
-- input { false 4 7 8 } output { 15 }
-- input { false 1 7 8 } output { 41 }

-- ==
-- entry: lifted
-- input { true [1, 5, 2] } output { 8 [1, 6, 8] }
-- input { false [1, 5, 2] } output { 5 [1, 5, 5] }

-- ==
-- entry: holes
-- input { 1 5 } output { 6 }
-- input { 2 5 } output { 14 }

entry simple (b: bool) (a: i32) (c: i32) (x: i32) : i32 =
  (if b then \y -> y + a else \y -> y * c) x

entry nested (n: i32) (x: i32) : i32 =
  let f =
    if n == 0
    then \y -> y + 1
    else if n == 1
    then \y -> y * 2
    else if n == 2
    then \y -> y - n
    else \y -> y * x
  in f x

type ab = #a i32 | #b

-- These cases are complete, but match compilation does not see that.
def pick (x: ab) (y: ab) : i32 -> i32 =
  match (x, y)
  case (#a i, _) -> (+ i)
  case (#b, #a j) -> (* j)
  case (#b, #b) -> \z -> z

entry by_tag (p: bool) (q: bool) (x: i32) : i32 =
  pick (if p then #a 3 else #b) (if q then #a 4 else #b) x

entry curried (b: bool) (c: i32) : i32 -> i32 -> i32 =
  if b
  then \x y -> x * y + c
  else if c > 3 then (+) else \x -> let z = x * x in \y -> z - y

def choose '^a (b: bool) (x: a) (y: a) : a = if b then x else y

entry lifted (b: bool) (xs: []i32) : (i32, []i32) =
  let op = choose b (+) i32.max
  let ne = choose b 0 i32.lowest
  in (reduce op ne xs, scan op ne xs)

entry holes (n: i32) (x: i32) : i32 =
  let f = if n == 0 then ??? else \y -> y + x
  let r : {g: i32 -> i32, k: i32} = if n < 0 then ??? else {g = \y -> y * n, k = n}
  in r.g (f r.k)
