-- Inference does not solve for sizes of the parameters with the sum 10.
-- ==
-- error: `n \+ n₂` and `10` do not match

def main (xs: []i32) (ys: []i32): [10]i32 = xs ++ ys
