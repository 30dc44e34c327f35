-- A recursive function that returns a function.
-- ==
-- error: the result of the recursive function `f` is not first-order

def f (n: i32) : i32 -> i32 = if n == 0 then \x -> x else f (n - 1)
def main (x: i32) = f x x
