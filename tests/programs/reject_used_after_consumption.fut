-- A program that is wrong.
-- ==
-- error: consumed

def main (xs: *[]i32) = let ys = xs with [0] = 1 in (ys, xs)
