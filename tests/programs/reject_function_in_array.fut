-- A program that is wrong.
-- ==
-- error: function

def main (x: i32) = let fs = [\(y: i32) -> y + x] in fs[0] x
