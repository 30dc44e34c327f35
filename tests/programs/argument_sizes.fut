-- Sizes of arguments that are computed from other arguments, also from later ones, and sizes that change in loops.
-- ==
-- entry: appended
-- input { [1, 2] [3] }
-- output { [1, 2, 3] }

-- ==
-- entry: doubled
-- input { 0 [1] }
-- output { 1i64 }
-- input { 3 [1] }
-- output { 8i64 }

-- ==
-- entry: repeated
-- input { [1, 2] 2 }
-- output { [1, 2, 1, 2, 1, 2, 1, 2] }

-- ==
-- entry: half_open
-- input { 1i64 }
-- output { [true, true] [false, false] }

entry appended [n] (xs: [n * 2]i32) (ys: [n]i32) =
  xs ++ ys

entry doubled (n: i32) (as: []i32) : i64 =
  let as =
    loop as for _i < n do
      as ++ as
  in length as

entry repeated (xs: []i32) (n: i32) : []i32 =
  loop xs for _i < n do xs ++ xs

type^ rows = ?[n].([n]bool, bool -> [n]bool)

-- The array and the function's results have the same size.
def rows (n: i64) : rows =
  let m = n + 1
  in (replicate m true, \b -> replicate m b)

entry half_open (n: i64) =
  let (xs, f) = rows n
  in (xs, f false)
