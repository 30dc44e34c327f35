-- The body of a parametric module is copied for its application.
-- show: twice main
module double (m: { val x: i32 }) = { def twice = m.x + m.x }
module d = double { def x = 4 }
entry main = d.twice
-- ---
-- after resolve (Resolved)
def twice = x + x

#[instance]
def twice_2 = x_2 + x_2

entry main = twice_2
