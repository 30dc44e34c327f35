-- Before the pass, each row of a product reads all of the second matrix.
entry main [n] [m] [p] (a: [n][m]f32) (b: [m][p]f32) : [n][p]f32 =
  map (\r -> map (\c -> f32.sum (map2 (*) r c)) (transpose b)) a
-- ---
packed-panels: in `main`: loops that read the same columns for each row
    (parallel false [(dim gid (var n)) (dim gid_2 (var p))] [(decl red f32) (reduce (reduce (dim gid_3 (var…
