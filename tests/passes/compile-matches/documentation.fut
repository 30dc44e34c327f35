-- The example of the documentation.
-- Documentation:
-- match v case #a x -> e case #b -> f     becomes     if v is #a then (let x = v.#a.0 in e) else f
--
-- Written out:
-- match v case #a (x: i32) -> x + 1 case #b -> f
-- becomes
-- if match scrutinee case #a (_: i32) -> true case _: … -> false then let x = match scrutinee case #a (operand: i32) -> operand in x + 1 else f
--
entry main (v: #a i32 | #b) (f: i32) = match v case #a x -> x + 1 case #b -> f
-- ---
-- before compile-matches (MonoMatch)
entry main (v: #a i32 | #b) (f: i32): i32 =
  match v
  case #a (x: i32) -> x + 1i32
  case #b -> f

-- after compile-matches (Mono)
entry main (v: #a i32 | #b) (f: i32): i32 =
  let scrutinee: #a i32 | #b = v
  in if match scrutinee
     case #a (_: i32) -> true
     case _: #a i32 | #b -> false
     then
       let x: i32 =
         match scrutinee
         case #a (operand: i32) -> operand
       in x + 1i32
     else f
