-- A program that is wrong.
-- ==
-- error: Unexpected|expected

def main (x: i32) = (x + 1
def other = 2
