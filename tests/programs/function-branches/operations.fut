-- Functions from branches as operands of array operations and in loops, and functions on arrays.
-- ==
-- entry: inside
-- input { [1, 2, 3, 4, 5] } output { [7, 1, 15, 2, 23] 9 }

-- ==
-- entry: histogram
-- input { true [1i64, 2i64, 3i64, 4i64] } output { [7i64, 8i64, 6i64] }
-- input { false [1i64, 2i64, 3i64, 4i64] } output { [13i64, 25i64, 12i64] }

-- ==
-- entry: sizes
-- input { true [1, 5, 2] } output { [2, 6, 3] [5] }
-- input { false [1, 5, 2] } output { [2, 5, 1] [1, 5, 2, 1, 5, 2] }

-- ==
-- entry: dependent
-- input { true 4i64 } output { 6i64 }
-- input { false 4i64 } output { 16i64 }

-- ==
-- entry: consuming
-- input { true [1, 2, 3] 7 } output { [7, 2, 3] }
-- input { false [1, 2, 3] 7 } output { [1, 2, 3] }

-- ==
-- entry: recursive
-- input { true 5 3 } output { 16 }
-- input { false 5 3 } output { 243 }

-- ==
-- entry: polymorphic
-- input { true 5 2.5f64 } output { 5 2.5f64 }
-- input { false 5 2.5f64 } output { 5 2.5f64 }

entry inside [n] (xs: [n]i32) : ([n]i32, i32) =
  ( map (\x -> (if x % 2 == 0 then \y -> y / 2 else \y -> 3 * y + x) (x + 1)) xs
  , loop acc = 0 for x in xs do (if x > 3 then (+ x) else (* x)) acc
  )

entry histogram [n] (b: bool) (xs: [n]i64) : []i64 =
  let op : i64 -> i64 -> i64 = if b then i64.max else (+)
  let h = if b then \(ys: []i64) -> length ys else \ys -> i64.sum ys
  in reduce_by_index (replicate 3 0) op 0 (map (% 3) xs) (map (\x -> x + h xs) xs)

def same [n] (xs: [n]i32) : [n]i32 = map (+ 1) xs
def turned [n] (xs: [n]i32) : [n]i32 = reverse xs
def other (b: bool) : (xs: []i32) -> []i32 = if b then \xs -> filter (> 2) xs else \xs -> xs ++ xs

entry sizes [n] (b: bool) (xs: [n]i32) : ([n]i32, []i32) =
  ((if b then same else turned) xs, other b xs)

def all (n: i64) : [n]i64 = replicate n n

entry dependent (b: bool) (n: i64) : i64 =
  let f : (n: i64) -> [n]i64 = if b then iota else all
  in i64.sum (f n)

entry consuming [n] (b: bool) (xs: *[n]i32) (y: i32) : [n]i32 =
  let f : *[n]i32 -> [n]i32 =
    if b
    then \(a: *[n]i32) -> if n > 0 then a with [0] = y else a
    else \(a: *[n]i32) -> a
  in f xs

def iterate (f: i32 -> i32) (n: i32) (x: i32) : i32 = if n <= 0 then x else iterate f (n - 1) (f x)

entry recursive (b: bool) (n: i32) (k: i32) : i32 =
  iterate (if b then \x -> x + k else \x -> x * k) n 1

entry polymorphic (b: bool) (x: i32) (y: f64) : (i32, f64) =
  let id 'a (x: a) : a = x
  let same 'a (x: a) : a = if b then x else x
  let f = if b then id else same
  let g = if b then id else same
  in (f x, g y)
