-- Before the pass, one thread runs the kernel.
entry main [n] (xs: [n]i32) : [n]i32 = map (+ 1) xs
-- ---
shared-kernels: in `main`: a kernel that one thread runs
    (parallel false [(dim gid (var n))] [(decl x i32) (read x xs_mem i32 (var gid)) (decl add i32) (assign add (bin…
