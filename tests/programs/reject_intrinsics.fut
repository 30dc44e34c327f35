-- A program may use names of the module of intrinsics, but may not build modules from it.
-- ==
-- error: may not be used in module expressions

module m = intrinsics
def main (xs: []i32) = m.reduce (+) 0 xs
