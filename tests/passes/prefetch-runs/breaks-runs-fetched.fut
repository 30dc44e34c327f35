-- Before the pass, no group asks for the next runs.
entry main [n] (xss: [n][80]f32) : [n]f32 = map (\xs -> loop s = 0 for x in xs do s * 0.5 + x) xss
-- ---
runs-fetched: in `main`: a group accesses runs, and does not ask for the next ones
    (gather elem xss_mem f32 (steps i64 (bin add i64 (bin mul i64 (const 80i64) (var gid)) (var i)) (const 80i64)) _)
runs-fetched: in `main`: a group accesses runs, and does not ask for the next ones
    (gather elem_2 xss_mem f32 (steps i64 (bin add i64 (bin mul i64 (const 80i64) (var gid_2)) (var i_2)) (const 80i64)) _)
