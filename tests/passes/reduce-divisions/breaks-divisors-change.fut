-- Before the pass, the loop divides by a number that it does not change.
entry main [n] (k: i16) (xs: [n]i16) : i16 = loop s = 0 for x in xs do s ^ x % k
-- ---
divisors-change: in `main`: a loop that divides by k and does not change it
    (for i (var n) [(decl elem i16) (read elem xs_mem i16 (var i)) (decl mod i16) (assign mod (bin mod i16 (var ele…
