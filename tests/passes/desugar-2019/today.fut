-- A program in today's edition stays the same.
def main (xs: []i32) (i: i64) = xs[i]
-- ---
-- after desugar-2019 (Source)
the same
