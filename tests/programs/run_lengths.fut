-- Run-length coding, there and back.
-- ==
-- entry: encode
-- input { [5,5,5,2,2,9] }
-- output { [5i32, 2i32, 9i32] [3i64, 2i64, 1i64] }
-- input { empty([0]i32) }
-- output { empty([0]i32) empty([0]i64) }

-- ==
-- entry: decode
-- input { [5,2,9] [3i64,2i64,1i64] }
-- output { [5i32, 5i32, 5i32, 2i32, 2i32, 9i32] }

-- ==
-- entry: same
-- input { [1,1,1,0,0,7,7,7,7] }
-- output { true }

def runs [n] (xs: [n]i32) : ?[k].([k]i32, [k]i64) =
  let starts = map (\i -> i == 0 || xs[i] != xs[i - 1]) (iota n)
  let (values, places, _) = unzip3 (filter (.2) (zip3 xs (iota n) starts))
  let lengths = map2 (\i p -> (if i + 1 < length places then places[i + 1] else n) - p) (indices places) places
  in (values, lengths)

def expand [k] (values: [k]i32) (lengths: [k]i64) : []i32 =
  let ends = scan (+) 0 lengths
  let total = if k == 0 then 0 else ends[k - 1]
  let owner i = i64.sum (map (\e -> i64.bool (e <= i)) ends)
  in tabulate total (\i -> values[owner i])

entry encode (xs: []i32) = runs xs
entry decode [k] (values: [k]i32) (lengths: [k]i64) = expand values lengths
entry same [n] (xs: [n]i32) : bool =
  let (values, lengths) = runs xs
  in and (map2 (==) xs (expand values lengths :> [n]i32))
