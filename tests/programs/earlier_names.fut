-- A function may redefine a name by means of its earlier meaning.
-- ==
-- entry: main
-- input { [1i64, 2i64, 3i64] [4i64, 5i64] }
-- output { 5i64 [1i64, 3i64, 5i64] 9i64 }

type~ list = {xs: []i64, more: []i64}

def length (l: list) : i64 = length l.xs + length l.more

def sum (l: list) : i64 = reduce (+) 0 l.more

def (+) (a: {x: i64}) (b: {x: i64}) : {x: i64} = {x = a.x + b.x}

def map f (l: list) = map f (zip (indices l.xs) l.xs)

entry main (xs: []i64) (more: []i64) =
  let l = {xs, more}
  in (({x = length l} + {x = 0}).x, map (\(i, x) -> x * 2 - i - (1 - i)) l, sum l)
