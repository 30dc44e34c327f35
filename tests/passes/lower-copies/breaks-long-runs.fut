-- Before the pass, the copy of a matrix has two dimensions.
entry main [n] [m] (k: i64) (xss: [n][m]i32) : [][m]i32 = copy xss[k:]
-- ---
long-runs: in `main`: a copy with more dimensions than it needs
    (copy i32 [(var sub) (var m)] (region slice_mem (const 0i64) [(var m) (const 1i64)]) (region xss_mem (bin mul i64 (var k) (var m)) [(var m) (const 1i64)]))
