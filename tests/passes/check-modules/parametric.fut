-- The body of a parametric module may use a parameter only at the parameter's type.
module double (m: { type t val x: t }) = { def two = m.x + m.x }
entry main (x: i32) = x
-- ---
-- after check-modules (Resolved)
main.fut:2:54-56: error E0206: operator `+` does not apply to operands of type `t`
    cannot unify `t` with type that must be one of i8, i16, i32, i64, u8, u16, u32, u64, f16, f32, f64
