-- Recursive functions that take functions, and pass them on.
-- ==
-- entry: repeated
-- input { 5i64 10i64 }
-- output { 1024i64 15i64 }

-- ==
-- entry: captured
-- input { [1i64, 2i64, 3i64] }
-- output { [9i64, 10i64, 11i64] 27i64 }

-- ==
-- entry: nested
-- input { 4i64 }
-- output { 20i64 }

-- ==
-- entry: compared
-- input { [3i32, 1i32, 2i32] }
-- output { [1i32, 2i32, 3i32] [3i32, 2i32, 1i32] }

-- ==
-- entry: parted
-- input { [5i32, 4i32, 3i32, 2i32, 1i32] }
-- output { [1i32, 2i32, 3i32, 4i32, 5i32] }

def repeat 'a (f: a -> a) (n: i64) (x: a) : a = if n == 0 then x else repeat f (n - 1) (f x)
entry repeated (n: i64) (k: i64) = (repeat (* 2) k 1i64, repeat (+ n) 3 0i64)

-- Captured arrays, of different sizes.
entry captured (xs: []i64) =
  let ys = filter (> 1) xs
  let more zs = map2 (+) zs (map (+ length ys) (map (const 0) zs))
  in (repeat more 4 xs, repeat (\z -> z + reduce (+) 0 xs + reduce (+) 0 ys - 2) 3 0i64)

def sum_to (f: i64 -> i64) (n: i64) : i64 = if n == 0 then 0 else f n + sum_to f (n - 1)
entry nested (n: i64) = sum_to (\i -> sum_to (\j -> if j < 0 then i else j) i) n

def sort [n] 'a (before: a -> a -> bool) (xs: [n]a) : []a =
  if n < 2
  then xs
  else let (first, last) = partition (\x -> before x xs[0]) (tail xs)
       in sort before first ++ [xs[0]] ++ sort before last
entry compared (xs: []i32) = (sort (<) xs, sort (>) xs)

-- A recursive function as an argument, in its own body.
def both 'a 'b 'c (f: a -> ?[n].[n]c) (g: b -> ?[m].[m]c) (a: a, b: b) : ?[n][m].([n]c, [m]c) = (f a, g b)
def part_sort [n] (xs: [n]i32) : [n]i32 =
  if n < 2
  then xs
  else let (first, last) = both part_sort part_sort (partition (<= xs[0]) (drop 1 xs))
       in sized n (first ++ [xs[0]] ++ last)
entry parted (xs: []i32) = part_sort xs
