-- Before the pass, a reduction adds the same number again and again.
entry main (n: i64) (x: i32) = i32.sum (replicate n x)
-- ---
no-equal-summands: in `main`: a sum of equal numbers
    (stm [(param red (scalar i32))] [cert] (reduce (var n) [t] (lambda [(param i (scalar i64))] [(scalar i32)] (body…
