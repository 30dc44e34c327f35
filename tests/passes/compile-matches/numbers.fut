-- Numbers are tested by equality; the last arm needs no test.
entry main (x: i32) = match x case 0 -> 10 case 1 -> 20 case _ -> x
-- ---
-- before compile-matches (MonoMatch)
entry main (x: i32): i32 =
  match x
  case 0i32 -> 10i32
  case 1i32 -> 20i32
  case _: i32 -> x

-- after compile-matches (Mono)
entry main (x: i32): i32 =
  let scrutinee: i32 = x
  in if scrutinee == 0i32 then 10i32 else if scrutinee == 1i32 then 20i32 else x
