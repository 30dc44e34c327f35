-- The error shows the value without a case with its components.
entry main (x: i32) (y: bool) = match (x, y) case (0, _) -> 1 case (_, true) -> 2
-- ---
-- before check-exhaustive (Typed)
entry main (x: i32) (y: bool): i32 =
  match (x, y)
  case (0i32, _: bool) -> 1i32
  case (_: i32, true) -> 2i32

-- after check-exhaustive (Typed)
main.fut:2:33-81: error E0501: unmatched cases: this `match` has no case for `(_, false)`
    some values match no case
    add a case, with its result instead of `???`
