-- Values of a sum type are equal if constructor and operands are.
type t = #a i32 | #b
entry main (b: bool) (x: i32) = (if b then #a x else #b: t) == #a 1
-- ---
-- before expand-equality (MonoMatch)
entry main (b: bool) (x: i32): bool =
  (if b then #a x else #b) == #a 1i32

-- after expand-equality (MonoMatch)
entry main (b: bool) (x: i32): bool =
  let a: #a i32 | #b = if b then #a x else #b
  let b_2: #a i32 | #b = #a 1i32
  in match a
     case #a (a_2: i32) ->
       match b_2
       case #a (b_3: i32) -> a_2 == b_3
       case _: #a i32 | #b -> false
     case #b ->
       match b_2
       case #b -> true
       case _: #a i32 | #b -> false
