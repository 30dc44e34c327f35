-- A program that is wrong.
-- ==
-- error: two parts of this argument

def f (r: *([]i64, []i64)) = r.0 with [0] = 1

def main (xs: *[]i64) = f (xs, xs)
