-- A program that is wrong.
-- ==
-- error: match|size

def main [n] [m] (xs: [n]i32) (ys: [m]i32) = map2 (+) xs ys
