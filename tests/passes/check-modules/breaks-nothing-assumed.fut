-- The body of a parametric module assumes its parameters. The pass checks it and removes it.
module double (m: { type t val add: t -> t -> t }) = { def twice (x: m.t) = m.add x x }
module d = double { type t = i32 def add (x: i32) (y: i32) = x + y }
entry main (x: i32) = d.twice x
-- ---
nothing-assumed: the type `t` has no definition
nothing-assumed: the value `add` has no definition
