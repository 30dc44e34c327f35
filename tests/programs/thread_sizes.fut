-- Threads with arrays whose sizes differ from index to index. On devices with many threads, a kernel before finds the
-- largest size.
-- ==
-- entry: sums
-- input { [3i64, 0i64, 5i64, 1i64] }
-- output { [2i64, 0i64, 36i64, 0i64] }
-- input { empty([0]i64) }
-- output { empty([0]i64) }
-- input { [2i64, -1i64, -2i64] }
-- error: Range 0..1..<-1 is invalid.
entry sums = map (\k -> let xs = scan (+) 0 (iota k)
                        in reduce (+) 0 (map2 (*) xs (reverse (iota k))) + reduce (+) 0 (map2 (*) xs (reverse xs)))

-- The size of an array is an element of another, after a check.
-- ==
-- entry: looked_up
-- input { [1i64, 0i64, 2i64] [4i64, 2i64, 6i64] }
-- output { [2i64, 35i64, 175i64] }
-- input { [1i64, 0i64, 3i64, -1i64] [4i64, 2i64, 6i64] }
-- error: Index .3. out of bounds
-- input { [1i64, 1i64] [4i64, -2i64] }
-- error: invalid
entry looked_up [n] [m] (is: [n]i64) (ks: [m]i64) : [n]i64 =
  map (\i -> let xs = scan (+) 0 (iota ks[i]) in reduce (+) 0 (scan (+) 0 (reverse xs)) - xs[0]) is

-- Arrays in a loop, in a branch, and in an inner kernel.
-- ==
-- entry: grown
-- input { 3i64 [2i64, 5i64] }
-- output { [15i64, 60i64] }
-- input { 0i64 [2i64, 5i64] }
-- output { [0i64, 0i64] }
entry grown [n] (steps: i64) (ks: [n]i64) : [n]i64 =
  map (\k -> loop sum = 0 for s < steps do
               let xs = scan (+) 0 (iota (k + s))
               let ys = if s % 2 == 0 then scan (+) 0 xs else reverse xs
               in sum + ys[i64.min s (k + s - 1)] + xs[k + s - 1])
      ks

-- A size that depends on the sum of a row, and on a loop until a condition holds.
-- ==
-- entry: found
-- input { [[1i64, 2i64], [3i64, 4i64], [0i64, 1i64]] }
-- output { [6i64, 28i64, 0i64] }
entry found [n] [m] (rows: [n][m]i64) : [n]i64 =
  map (\row -> let k = reduce (+) 0 row
               let p = loop p = 1 while p < k do p * 2
               let xs = scan (+) 0 (iota p)
               in xs[p - 1] + reduce i64.max 0 (map2 (-) xs (reverse xs)) - reduce i64.max 0 (map2 (-) (reverse xs) xs))
      rows

-- The size depends on an array of the thread's own.
-- ==
-- entry: own
-- input { [3i64, 4i64] }
-- output { [1i64, 10i64] }
entry own [n] (ks: [n]i64) : [n]i64 =
  map (\k -> let xs = scan (+) 0 (iota k)
             let ys = scan (+) 0 (iota xs[k - 1])
             in reduce (+) 0 (map2 (\a b -> a - b) (reverse ys) ys) + ys[xs[k - 1] - 2])
      ks

-- A kernel of two dimensions.
-- ==
-- entry: grid
-- input { 3i64 4i64 }
-- output { [[0i64, 0i64, 0i64, 0i64], [0i64, 0i64, 0i64, 1i64], [0i64, 0i64, 6i64, 56i64]] }
-- input { 0i64 4i64 }
-- output { empty([0][4]i64) }
entry grid (n: i64) (m: i64) : [n][m]i64 =
  tabulate_2d n m (\i j -> let xs = scan (+) 0 (iota (i * j)) in reduce (+) 0 (map2 (*) xs (reverse xs)))
