-- Sorting networks, merge sort by ranks and insertion sort, which must agree.
-- ==
-- entry: bitonic ranks insertion
-- input { [5,3,8,1,9,2,7,4] }
-- output { [1i32, 2i32, 3i32, 4i32, 5i32, 7i32, 8i32, 9i32] }
-- input { [2,1] }
-- output { [1i32, 2i32] }
-- input { [1,1,1,0] }
-- output { [0i32, 1i32, 1i32, 1i32] }

def exchange [n] (xs: [n]i32) (distance: i64) (size: i64) : [n]i32 =
  tabulate n (\i ->
    let j = i ^ distance
    let (low, high) = (i64.min i j, i64.max i j)
    let ascending = low & size == 0
    let (a, b) = (xs[low], xs[high])
    in if (i == low) == ascending then i32.min a b else i32.max a b)

entry bitonic [n] (xs: [n]i32) : [n]i32 =
  (loop (xs, size) = (xs, 2) while size <= n do
     let merged = (loop (xs, d) = (xs, size / 2) while d > 0 do (exchange xs d size, d / 2)).0
     in (merged, size * 2)).0

entry ranks [n] (xs: [n]i32) : [n]i32 =
  let rank i x = i64.sum (map2 (\j y -> i64.bool (y < x || (y == x && j < i))) (iota n) xs)
  in scatter (copy xs) (map2 rank (iota n) xs) xs

entry insertion [n] (xs: *[n]i32) : [n]i32 =
  loop xs for i < n do
    (loop (xs, j) = (xs, i) while j > 0 && xs[j - 1] > xs[j] do
       let x = xs[j - 1]
       let y = xs[j]
       in (xs with [j - 1] = y with [j] = x, j - 1)).0
