-- Constructors without operands become their tags.
type t = #a | #b
entry main (x: i32) = let v: t = if x > 0 then #a else #b in if v == #a then 1i32 else 2
-- ---
-- before flatten-sums (FirstOrder)
entry main (x: i32): i32 =
  let v: #a | #b = if x > 0i32 then #a else #b
  in if let a: #a | #b = v
     let b: #a | #b = #a
     let scrutinee: #a | #b = a
     in if match scrutinee
        case #a -> true
        case _: #a | #b -> false
        then
          let scrutinee_2: #a | #b = b
          in if match scrutinee_2
             case #a -> true
             case _: #a | #b -> false
             then true
             else false
        else
          let scrutinee_3: #a | #b = b
          in if match scrutinee_3
             case #b -> true
             case _: #a | #b -> false
             then true
             else false
     then 1i32
     else 2i32

-- after flatten-sums (FirstOrder)
entry main (x: i32): i32 =
  let v: {#: u8} = if x > 0i32 then {# = 0u8} else {# = 1u8}
  in if let a: {#: u8} = v
     let b: {#: u8} = {# = 0u8}
     let scrutinee: {#: u8} = a
     in if scrutinee.# == 0u8
        then
          let scrutinee_2: {#: u8} = b
          in if scrutinee_2.# == 0u8 then true else false
        else
          let scrutinee_3: {#: u8} = b
          in if scrutinee_3.# == 1u8 then true else false
     then 1i32
     else 2i32
