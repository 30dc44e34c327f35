-- A program that is wrong.
-- ==
-- error: function type

def main (b: bool) (x: i32) = (if b then (+ 1) else (* 2)) x
