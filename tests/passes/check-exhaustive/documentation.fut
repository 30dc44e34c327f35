-- The example of the documentation.
-- Documentation:
-- f (x: #a | #b) = match x case #a -> 1     is rejected: no case for `#b`
--
entry main (x: #a | #b) = match x case #a -> 1
-- ---
-- before check-exhaustive (Typed)
entry main (x: #a | #b): i32 =
  match x
  case #a -> 1i32

-- after check-exhaustive (Typed)
main.fut:5:27-46: error E0501: unmatched cases: this `match` has no case for `#b`
    some values match no case
    add a case, with its result instead of `???`
