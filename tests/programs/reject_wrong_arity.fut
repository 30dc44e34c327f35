-- A program that is wrong.
-- ==
-- error: apply|appli|argument

def f (x: i32) : i32 = x
def main (x: i32) = f x x
