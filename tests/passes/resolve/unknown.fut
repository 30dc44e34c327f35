-- Names that nothing defines; a near one is suggested.
entry main (value: i32) = valeu + other
-- ---
-- after resolve (Resolved)
main.fut:2:27-31: error E0101: unknown name `valeu`
