-- Before the pass, the kernel of a map over rows has two dimensions.
entry main [n] [m] (xss: [n][m]i32) = map (map (+ 1)) xss
-- ---
no-joint-dims: in `main`: a kernel with two dimensions that could be one
    (parallel false [(dim gid (var n)) (dim gid_2 (var m))] [(decl x i32) (read x xss_mem i32 (bin add i64 (bin mul i64 (var gid_3…
