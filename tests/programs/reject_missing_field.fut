-- A program that is wrong.
-- ==
-- error: field

def main (r: {x: i32}) = r.y
