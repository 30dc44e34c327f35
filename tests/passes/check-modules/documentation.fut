-- The example of the documentation.
-- Documentation:
-- module m: { type t val x: t } = { type t = i32 def x = 1i32 }
-- def f = m.x + 1i32                                      is rejected: expected `t`, found `i32`
--
module m: { type t val x: t } = { type t = i32 def x = 1i32 }
def f = m.x + 1i32
entry main = 1i32
-- ---
-- after check-modules (Resolved)
main.fut:7:15-18: error E0201: the right operand does not have expected type `t`: found `i32`
    expected `t`, found `i32`
