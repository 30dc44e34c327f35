-- The example of the documentation.
-- Documentation:
-- let f = \y -> y + a in f 1     becomes     let f = {a = a} in let a' = f.a in let y = 1 in y + a'
--
entry main (a: i32) = let f = \y -> y + a in f 1
