-- The first undefined name is an error, which suggests a similar name.
entry main (value: i32) = valeu + other
-- ---
-- after resolve (Resolved)
main.fut:2:27-31: error E0101: unknown name `valeu`
    a similar name is in scope: `value`
