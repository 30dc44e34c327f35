-- A program that is wrong.
-- ==
-- error: aliases the free variable

def table = [1i32, 2, 3]

def main (b: bool) = if b then table else [0]
