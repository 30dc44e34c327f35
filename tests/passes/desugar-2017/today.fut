-- A program of today is left alone.
def main (xs: []i32) = map (+ 1) xs
-- ---
-- after desugar-2017 (Source)
the same
