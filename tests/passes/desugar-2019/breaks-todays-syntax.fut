-- Today's syntax has no `unsafe e`.
-- edition: 2019
let main (xs: []i32): i32 = unsafe xs[0]
-- ---
todays-syntax: an expression of an older edition is left
