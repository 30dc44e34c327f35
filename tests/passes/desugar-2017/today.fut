-- A program in today's edition stays the same.
def main (xs: []i32) = map (+ 1) xs
-- ---
-- after desugar-2017 (Source)
the same
