-- Where arrays are: docs/memory.md shows what the passes make of this program.

-- The elements of the tails of an array.
-- ==
-- entry: tails
-- input { [5, 3, 9] } output { 17 }
entry tails [n] (xs: [n]i32): i32 =
  let (_, sum) = loop (ys, sum) = (xs, 0) while length ys > 0 do (ys[1:], sum + ys[0])
  in sum

-- An array in one of two orders.
-- ==
-- entry: turned
-- input { true [[1f32, 2f32], [3f32, 4f32]] } output { [1f32, 3f32] }
-- input { false [[1f32, 2f32], [3f32, 4f32]] } output { [1f32, 2f32] }
entry turned [n] (c: bool) (xss: [n][n]f32): [n]f32 =
  let yss = if c then transpose xss else xss
  in yss[0]

-- Two arrays, one behind the other.
-- ==
-- entry: joined
-- input { [0f32, 4f32] } output { [1f32, 5f32, 0f32, 2f32] }
entry joined [n] (xs: [n]f32): []f32 = map (+ 1) xs ++ map f32.sqrt xs

-- A row for each thread, from its end.
-- ==
-- entry: products
-- input { 2i64 3i64 } output { [[0i64, 0i64, 0i64], [2i64, 1i64, 0i64]] }
entry products (n: i64) (m: i64): [n][m]i64 =
  tabulate n (\i -> loop row = replicate m 0 for j < m do row with [m - 1 - j] = i * j)

-- Two arrays for each thread, and two more that take turns.
-- ==
-- entry: smoothed
-- input { 1i64 [[3f32, 6f32], [1f32, 1f32]] } output { [9f32, 2.25f32] }
entry smoothed [n][k] (times: i64) (xss: [n][k]f32): [n]f32 =
  map (\xs -> let ys = loop ys = scan (+) 0 xs for _i < times do map2 (\y z -> (y + z) / 2) ys (reverse ys)
              let zs = scan (+) 0 ys
              in zs[k - 1] - zs[0] + ys[0] * 0.5)
      xss
