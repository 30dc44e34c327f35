-- A pattern outside of a `match` must match every value.
type t = #a i32 | #b
entry main (x: i32) = let v: t = #a x let #a y = v in y
-- ---
-- before check-exhaustive (Typed)
entry main (x: i32): i32 =
  let v: #a i32 | #b = #a x
  let #a (y: i32) = v
  in y

-- after check-exhaustive (Typed)
main.fut:3:43-46: error E0502: refutable pattern: it does not match every value, but has to here
    a value that it does not match: #b
