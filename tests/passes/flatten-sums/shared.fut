-- Constructors with operands of two types: the record has a field for each operand.
type t = #a i32 | #b f32 i32
entry main (x: i32) = let v: t = if x > 0 then #a x else #b 1 x in match v case #a y -> y case #b _ z -> z
-- ---
-- before flatten-sums (FirstOrder)
entry main (x: i32): i32 =
  let v: #a i32 | #b f32 i32 = if x > 0i32 then #a x else #b 1.0f32 x
  let scrutinee: #a i32 | #b f32 i32 = v
  in if match scrutinee
     case #a (_: i32) -> true
     case _: #a i32 | #b f32 i32 -> false
     then
       let y: i32 =
         match scrutinee
         case #a (operand: i32) -> operand
       in y
     else
       let z: i32 =
         match scrutinee
         case #b (_: f32) (operand_2: i32) -> operand_2
       in z

-- after flatten-sums (FirstOrder)
entry main (x: i32): i32 =
  let v: {#: u8, #a.0: i32, #b.0: f32, #b.1: i32} =
    if x > 0i32
    then {# = 0u8, #a.0 = x, #b.0 = 0.0f32, #b.1 = 0i32}
    else {# = 1u8, #a.0 = 0i32, #b.0 = 1.0f32, #b.1 = x}
  let scrutinee: {#: u8, #a.0: i32, #b.0: f32, #b.1: i32} = v
  in if scrutinee.# == 0u8
     then
       let y: i32 = scrutinee.#a.0
       in y
     else
       let z: i32 = scrutinee.#b.1
       in z
