-- Before the pass, numbers of type `f16` are added.
entry main (x: f16) (y: f16) : f16 = x + y
-- ---
no-half-arithmetic: in `main`: arithmetic on f16
    (bin add f16 (var x) (var y))
