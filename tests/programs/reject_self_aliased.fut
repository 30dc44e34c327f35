-- A program that is wrong.
-- ==
-- error: self-aliased: two parts of it

def f (r: *([]i64, []i64)) = r.0 with [0] = 1

def main (xs: *[]i64) = f (xs, xs)
