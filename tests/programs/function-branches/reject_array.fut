-- An array of functions.
-- ==
-- error: Cannot create array with elements of type

def main (b: bool) (x: i32) : i32 = (head [if b then (+ 1) else (* 2)]) x
