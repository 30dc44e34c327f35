-- A parameter that is not unique belongs to the caller.
entry main [n] (xs: [n]i32): *[n]i32 = xs with [0] = 1
-- ---
-- before check-uniqueness (Typed)
entry main [n] (xs: [n]i32): *[n]i32 =
  xs with [0i64] = 1i32

-- after check-uniqueness (Typed)
main.fut:2:40-54: error E0402: consuming variable `xs`, which is not consumable
    it is consumed here, by this update
    callers may still use it: a parameter can be consumed if its type is unique (`*t`), and a copy (`copy`) always
    a unique type says that callers give the value away
