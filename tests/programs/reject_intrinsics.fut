-- Names may be taken out of the module of intrinsics, but it is no module to build others from.
-- ==
-- error: may not be used in module expressions

module m = intrinsics
def main (xs: []i32) = m.reduce (+) 0 xs
