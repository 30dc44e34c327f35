-- Before the pass, a group may not be whole.
entry main [n] (xs: [n]f64) : [n]f64 = map f64.sin xs
-- ---
whole-groups: in `main`: costly code with a group that may not be whole
    (parallel false [(dim gid (var n))] [(decl x f64) (read x xs_mem f64 (var gid)) (decl sin f64) (decl sin_2 f64) (assign …
