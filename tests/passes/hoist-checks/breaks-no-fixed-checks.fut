-- Before the pass, a check inside of a map is the same for all elements.
entry main [n] (b: bool) (xs: [n]i32) = map (\x -> assert b (x + 1)) xs
-- ---
no-fixed-checks: in `main`: a check that could be done before the loop
    (stm [(param cert (cert))] [] (assert E0903 (var b) [(literal "Assertion is false: b")] [main.fut:2:52-67 main.fut:2:41-71]))
