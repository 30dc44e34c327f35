-- The type of a value differs from the module type.
module m: { val x: i32 } = { def x = 1.5f32 }
entry main = m.x
-- ---
-- after check-modules (Resolved)
main.fut:2:28-45: error E0201: module type specifies `val x : i32`, but module provides `val x : f32`
    expected `i32`, found `f32`
