-- A tuple of constructors.
type t = #a i32 | #b
entry main (b: bool) (x: i32) = let v: t = if b then #a x else #b in match (v, b) case (#a y, true) -> y case _ -> 0
-- ---
-- before compile-matches (MonoMatch)
entry main (b: bool) (x: i32): i32 =
  let v: #a i32 | #b = if b then #a x else #b
  in match (v, b)
     case (#a (y: i32), true) -> y
     case _: (#a i32 | #b, bool) -> 0i32

-- after compile-matches (Mono)
entry main (b: bool) (x: i32): i32 =
  let v: #a i32 | #b = if b then #a x else #b
  let scrutinee: (#a i32 | #b, bool) = (v, b)
  in if if match scrutinee.0
     case #a (_: i32) -> true
     case _: #a i32 | #b -> false
     then scrutinee.1 == true
     else false
     then
       let y: i32 =
         match scrutinee.0
         case #a (operand: i32) -> operand
       in y
     else 0i32
