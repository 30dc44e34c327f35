def f (b: bool) (xs: []i32) (ys: []i32) = zip (if b then xs else ys) xs
