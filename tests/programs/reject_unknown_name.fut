-- A program that is wrong.
-- ==
-- error: [Uu]nknown

def main (x: i32) = x + yy
