-- Before the pass, the rows read the same elements one after the other.
entry main [n][m][p] (a: [n][m]i32) (b: [m][p]i32) : [n][p]i32 =
  map (\x -> map (\y -> i32.sum (map2 (*) x y)) (transpose b)) a
-- ---
jammed-rows: in `main`: loops that read the same elements for each row
    (parallel false [(dim tile (bin quot i64 (bin add i64 (var p) (const 63i64)) (const 64i64))) (dim gid (var n))] [(decl first i64) (assign first (select (v…
