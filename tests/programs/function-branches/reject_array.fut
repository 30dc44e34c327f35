-- An array of functions.
-- ==
-- error: arrays cannot have elements of type

def main (b: bool) (x: i32) : i32 = (head [if b then (+ 1) else (* 2)]) x
