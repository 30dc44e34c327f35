-- A program that is wrong.
-- ==
-- error: [Uu]nknown

def main (x: int) = x
