-- Before the pass, the rows read the same elements one after the other.
entry main [n][m][p] (a: [n][m]i32) (b: [m][p]i32) : [n][p]i32 =
  map (\x -> map (\y -> i32.sum (map2 (*) x y)) (transpose b)) a
-- ---
jammed-rows: in `main`: loops that read the same elements for each row
    (parallel false [(dim gid (var n)) (dim gid_2 (var p))] [(decl red i32) (reduce (reduce (dim gid_3 (var…
