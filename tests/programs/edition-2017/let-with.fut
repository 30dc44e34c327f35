-- In-place updates.
-- ==
-- input { [1, 2, 3] } output { [1, 2, 9] }
-- ==
-- entry: matmult
-- input { [[1f32, 2f32], [3f32, 4f32]] [[5f32, 6f32], [7f32, 8f32]] }
-- output { [[19f32, 22f32], [43f32, 50f32]] }
-- ==
-- entry: fib
-- input { 6 } output { [0, 1, 1, 2, 3, 5] }

let main (a: *[]i32): []i32 =
  let b = a with [2] <- (9) in b

entry matmult (a: [#m][#o]f32) (b: [#o][#n]f32): [m][n]f32 =
  let res = replicate m (replicate n 0f32) in
  loop res for i < m do
    loop res for j < n do
      let sum = loop partsum = 0f32 for k < o do partsum + a[i, k] * b[k, j]
      let res[i, j] = sum
      in res

entry fib (n: i32): []i32 =
  let arr = iota n in
  loop arr for i < n - 2 do
    let arr[i + 2] = arr[i] + arr[i + 1]
    in arr
