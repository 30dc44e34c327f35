-- Before the pass, a check inside of a map is the same for all elements.
entry main [n] (xs: [n]i32) (k: i64) = map (\x -> x + xs[k]) xs
