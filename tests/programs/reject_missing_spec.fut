-- A program that is wrong.
-- ==
-- error: does not define|has no

module m : { val f : i32 -> i32 } = { def g (x: i32) = x }
def main = m.f
