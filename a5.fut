def f (b: bool) (n: i64) : ?[k].[k]i32 = replicate n 0
def g (b: bool) : [10]i32 = f b 10
