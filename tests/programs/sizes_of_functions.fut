-- Functions whose result sizes are parts of arguments, and constructors with operands of unknown sizes.
-- ==
-- entry: counts
-- input { [0i64, 2i64, 3i64, 1i64] [5i32, 10i32, 20i32, 30i32] }
-- output { [10i32, 10i32, 20i32, 20i32, 20i32, 30i32] [10i32, 20i32, 40i32, 60i32] }

-- ==
-- entry: either
-- input { true [1,-2,3,-4] }
-- output { 2i64 }
-- input { false [1,-2,3,-4,-5,6,-1] }
-- output { 3i64 }

entry counts (ks: []i64) (xs: []i32) =
  let f (k: i64, x: i32) : ?[m].([m]i32, i32) = (replicate k x, x * 2)
  let (_, _, _, elements, rests) = flatmap f (zip ks xs)
  in (elements, rests)

type^ two '~b = #first b | #second b

def first 'a '~b (f: a -> b) (x: a) : two b = #first (f x)

entry either (c: bool) (l: []i32) =
  match first (filter (\x -> if c then x < 0 else x > 0)) l
  case #first a -> length a
  case #second b -> length b + 100

def both [n] [m] (f: [n + m]i32 -> i64) (xs: [n]i32) (ys: [m]i32) = f (xs ++ ys)

def count n m (_: [n + m]i32) = n + m

-- ==
-- entry: parts_of_known_sums
-- input { [1, 2] [3, 4, 5] }
-- output { 5i64 }
entry parts_of_known_sums = both (count 2 3)
