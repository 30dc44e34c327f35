-- Kernels without panels: a filter of few rounds, columns that depend on the row, and reads that may not happen.
entry filter [n] [p] (a: [n][p]f32) (w: [3][p]f32) : [n][p]f32 =
  map (\r -> tabulate p (\j -> loop s = 0 for k < 3 do s + r[j] * w[k, j])) a

entry shifted [n] [m] (a: [n][m]f32) : [n][m]f32 =
  tabulate_2d n m (\i j -> loop s = 0 for k < m do s + #[unsafe] a[k, j + i])

entry guarded [n] [m] (a: [n][m]f32) (b: [m][m]f32) : [n][m]f32 =
  map (\r -> tabulate m (\j -> if r[j] > 0 then loop s = 0 for k < m do s + r[k] * b[k, j] else 0)) a
-- ---
-- before pack-panels (Imp)


-- after pack-panels (Imp)
the same
