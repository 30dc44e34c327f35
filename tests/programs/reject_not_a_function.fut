-- A program that is wrong.
-- ==
-- error: apply|function

def main (x: i32) = x 1
