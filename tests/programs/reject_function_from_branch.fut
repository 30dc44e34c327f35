-- A program that is wrong.
-- ==
-- error: `--function-branches` allows it

def main (b: bool) (x: i32) = (if b then (+ 1) else (* 2)) x
