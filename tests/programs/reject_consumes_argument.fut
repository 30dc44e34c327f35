-- A program that is wrong.
-- ==
-- error: consum

def main (xs: []i32) = xs with [0] = 1
