-- In-place updates: whole elements, rows, and the shortcut.
-- ==
-- input { [[0, 0, 0], [1, 1, 1], [2, 2, 2]] } output { [[0, 0, 0], [1, 1, 1], [1, 2, 3]] }
-- ==
-- entry: shortcut
-- input { [1, 2, 3] } output { [1, 2, 9] }
-- ==
-- entry: matmult
-- input { [[1f32, 2f32], [3f32, 4f32]] [[5f32, 6f32], [7f32, 8f32]] }
-- output { [[19f32, 22f32], [43f32, 50f32]] }

let main (a: *[][]i32): [][]i32 =
  let b = a with [2] <- ([1,2,3]) in b

entry shortcut (a: *[]i32): []i32 = let a[2] = 9 in a

-- The overview omits the `let partsum = …` around the innermost loop.
entry matmult(a: [#m][#o]f32) (b: [#o][#n]f32): [m][n]f32 =
  let res = replicate m (replicate n 0f32) in
  loop res for i < m do
      loop res for j < n do
          let partsum =
            loop partsum = 0f32 for k < o do
              partsum + a[i,k] * b[k,j]
          let res[i,j] = partsum
          in res
