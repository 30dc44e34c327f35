-- The first name that nothing defines is an error; a near one is suggested.
entry main (value: i32) = valeu + other
-- ---
-- after resolve (Resolved)
main.fut:2:27-31: error E0101: unknown name `valeu`
    a similar name is in scope: `value`
