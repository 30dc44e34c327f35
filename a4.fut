def f (b: bool) (n: i64) : []i32 = replicate n 0
def g (b: bool) : [10]i32 = f b 10
