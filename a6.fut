def h (n: i64) = replicate n 0i32
def apply '^a '^b (f: a -> b) (x:a) : b = f x
def g = apply h 
def m = apply h 3
