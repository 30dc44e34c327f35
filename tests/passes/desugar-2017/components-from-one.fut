-- A file without `#0` counts the components of tuples from 1.
-- edition: 2017
let main (p: (i32, i32)): i32 = #1 p + #2 p
-- ---
-- after desugar-2017 (Source)
def main (p: (i32, i32)) : i32 = p.1 + p.2
