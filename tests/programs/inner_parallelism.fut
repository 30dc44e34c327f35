-- Programs whose only parallelism is inside of something else: a loop, a branch or a call in a map, a reduction of arrays.
-- `tests/tests/launches.rs` counts their kernels.

-- ==
-- entry: in_loop
-- input { 2i64 3i64 100i64 }
-- output { [8i64, 8i64] }
entry in_loop (n: i64) (k: i64) (m: i64) : [n]i64 =
  map (\x -> loop s = x for i < k do (s + i64.sum (map (\j -> (i * j + s) % 101) (iota m))) % 97) (iota n)

-- ==
-- entry: in_while
-- input { 2i64 3i64 100i64 }
-- output { [8i64, 8i64] }
entry in_while (n: i64) (k: i64) (m: i64) : [n]i64 =
  map (\x -> (loop (s, i) = (x, 0) while i < k && s < 1000 do
    ((s + i64.sum (map (\j -> (i * j + s) % 101) (iota m))) % 97, i + 1)).0) (iota n)

-- ==
-- entry: in_branch
-- input { 2i64 0i64 100i64 }
-- output { [4950i64, 1i64] }
entry in_branch (n: i64) (k: i64) (m: i64) : [n]i64 =
  map (\x -> if x % 2 == k then i64.sum (map (\j -> (x + j) % 1009) (iota m)) else 1) (iota n)

def nested (d: i64) (m: i64) (s: i64) : i64 =
  if d == 0 then s else nested (d - 1) m ((s + i64.sum (map (\j -> (d * j + s) % 101) (iota m))) % 97)

-- ==
-- entry: in_call
-- input { 2i64 3i64 100i64 }
-- output { [7i64, 7i64] }
entry in_call (n: i64) (k: i64) (m: i64) : [n]i64 = map (\x -> nested k m x) (iota n)

-- ==
-- entry: of_arrays
-- input { 2i64 3i64 4i64 }
-- output { [4i64, 6i64, 8i64, 10i64] }
entry of_arrays (n: i64) (k: i64) (m: i64) : [m]i64 =
  loop a = iota m for i < k do map (\v -> (v * 7 + i) % 11) (map (+ n) a)

-- ==
-- entry: reduced
-- input { 3i64 5i64 4i64 }
-- output { [15i64, 18i64, 21i64, 13i64] }
entry reduced (n: i64) (k: i64) (m: i64) : [m]i64 =
  reduce (map2 (+)) (replicate m 0) (map (\x -> map (\j -> (x * j + k) % 11) (iota m)) (iota n))

-- Few rows of much work, of which nobody knows how much before.
-- ==
-- entry: unknown
-- input { 3i64 10i64 0i64 }
-- output { [10i64, 10i64, 10i64] }
entry unknown (n: i64) (k: i64) (_m: i64) : [n]i64 =
  map (\x -> (loop (s, i) = (x, 0) while i < k do (s ^ i, i + 1)).1) (iota n)
