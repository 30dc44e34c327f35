def f (b: bool) (xs: []i32) (ys: []i32) = if b then xs else ys
def g [n] (b: bool) (xs: [n]i32) (ys: [n]i32) : [n]i32 = f b xs ys
