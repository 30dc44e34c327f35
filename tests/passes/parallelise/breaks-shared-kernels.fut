-- Before the pass, one thread runs the kernel.
entry main [n] (xs: [n]i32) : [n]i32 = map (+ 1) xs
-- ---
shared-kernels: in `main`: a kernel that one thread runs
    (vectors 16 [gid] (bin le i64 (const 67108864i64) (bin mul i64 (var n) (const 4i64))) [(decl-vec x i32) (load x xs_mem i32 (var gid) _) (decl-vec add i32) (assig…
