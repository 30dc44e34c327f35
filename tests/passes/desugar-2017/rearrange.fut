-- `rearrange` becomes a transposition.
-- edition: 2017
let main (xss: [#n][#m]i32): [m][n]i32 = rearrange (1, 0) xss
-- ---
-- after desugar-2017 (Source)
def main [n] [m] (xss: [n][m]i32) : [m][n]i32 = transpose xss
