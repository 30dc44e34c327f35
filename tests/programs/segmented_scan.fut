-- Segmented scans and reductions by flags.
-- ==
-- entry: scanned
-- input { [true,false,false,true,false] [1,2,3,4,5] }
-- output { [1i32, 3i32, 6i32, 4i32, 9i32] [1i32, 2i32, 3i32, 4i32, 5i32] }

-- ==
-- entry: reduced
-- input { [true,false,false,true,true,false] [1,2,3,4,5,6] }
-- output { [6i32, 4i32, 11i32] }

-- ==
-- entry: replicated
-- input { [2i64,0i64,3i64] [7,8,9] }
-- output { [7i32, 7i32, 9i32, 9i32, 9i32] }

def segmented_scan [n] 't (op: t -> t -> t) (ne: t) (flags: [n]bool) (xs: [n]t) : [n]t =
  (unzip (scan (\(f, x) (g, y) -> (f || g, if g then y else op x y)) (false, ne) (zip flags xs))).1

def segmented_reduce [n] 't (op: t -> t -> t) (ne: t) (flags: [n]bool) (xs: [n]t) : []t =
  let scanned = segmented_scan op ne flags xs
  let ends = rotate 1 flags
  let places = scan (+) 0 (map i64.bool ends)
  let count = if n == 0 then 0 else places[n - 1]
  in scatter (replicate count ne) (map2 (\e p -> if e then p - 1 else -1) ends places) scanned

entry scanned [n] (flags: [n]bool) (xs: [n]i32) = (segmented_scan (+) 0 flags xs, segmented_scan i32.max i32.lowest flags xs)
entry reduced [n] (flags: [n]bool) (xs: [n]i32) = segmented_reduce (+) 0 flags xs

entry replicated [n] (counts: [n]i64) (xs: [n]i32) : []i32 =
  let starts = map2 (-) (scan (+) 0 counts) counts
  let total = i64.sum counts
  let marks = hist (+) 0 total starts (map (const 1i64) starts)
  in map (\i -> xs[i - 1]) (scan (+) 0 marks)
