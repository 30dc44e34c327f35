-- Before the pass, the copy of a matrix has two dimensions.
entry main [n] [m] (xss: [n][m]i32) : [n][m]i32 = rotate 3 xss
-- ---
long-runs: in `main`: a copy with more dimensions than it needs
    (copy i32 [(var sub) (var m)] (region concat_mem (const 0i64) [(var m) (const 1i64)]) (region xss_mem (bin mul i64 (var m) (var mod)) [(var m) (const 1i64)]))
long-runs: in `main`: a copy with more dimensions than it needs
    (copy i32 [(var mod) (var m)] (region concat_mem (bin mul i64 (var m) (var sub)) [(var m) (const 1i64)]) (region xss_mem (const 0i64) [(var m) (const 1i64)]))
