-- The example of the documentation.
-- Documentation:
-- f (x: #a | #b) = match x case #a -> 1     is rejected: a value without a case: #b
--
entry main (x: #a | #b) = match x case #a -> 1
-- ---
-- before check-exhaustive (Typed)
entry main (x: #a | #b): i32 =
  match x
  case #a -> 1i32

-- after check-exhaustive (Typed)
main.fut:5:27-46: error E0501: Unmatched cases in match expression
    no case matches every value
    a value without a case: #b
