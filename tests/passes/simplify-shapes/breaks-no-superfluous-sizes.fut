-- Before the pass both branches give `n`.
entry main [n] (b: bool) (xs: [n]i32) = let ys: []i32 = if b then map (+ 1) xs else map (+ 2) xs in length ys
