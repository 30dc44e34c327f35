-- Before the pass, a branch chooses between two numbers.
entry main [n] (xs: [n]i32) : [n]i32 = map (\x -> if x == 0 then x + 2 else x * x) xs
-- ---
no-small-branches: in `main`: a small branch
    (if (var eq) [(assign branch (const 2i32))] [(decl mul i32) (assign mul (bin mul i32 (var x) (var x))) (assign…
