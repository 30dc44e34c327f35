-- Inference does not solve for sizes of the parameters with the sum 10.
-- ==
-- error: "10" and "n \+ n₂" do not match

def main (xs: []i32) (ys: []i32): [10]i32 = xs ++ ys
