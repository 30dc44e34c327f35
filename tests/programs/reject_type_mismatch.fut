-- A program that is wrong.
-- ==
-- error: match|expected

def main (x: i32) : f32 = x
