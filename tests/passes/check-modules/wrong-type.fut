-- The type of a value differs from the module type.
module m: { val x: i32 } = { def x = 1.5f32 }
entry main = m.x
-- ---
-- after check-modules (Resolved)
main.fut:2:28-45: error E0201: the value `x` of the module has the wrong type: expected `i32`, found `f32`
    expected `i32`, found `f32`
