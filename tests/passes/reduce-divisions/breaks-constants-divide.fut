-- Before the pass, a number is divided by 10, rounding down.
entry main (x: i32) : i32 = x / 10
-- ---
constants-divide: in `main`: a division by the constant 10
    (assign div (bin div i32 (var x) (const 10i32)))
