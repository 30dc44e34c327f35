-- The second example of the documentation.
-- options: function_branches=on
-- Documentation:
-- let f = if b then \y -> y + a else \y -> y * c in f 1
-- becomes
-- let f = if b then #left {a = a} else #right {c = c} in if f is #left then (let a' = f.#left.0.a in …) else …
--
-- Written out:
-- let f = if b then \(y: i32): i32 -> y + a else \(y_2: i32): i32 -> y_2 * c in f 1
-- becomes
-- let f = if b then #left {a = a} else #right {c = c} in if match f case #left (_: {a: i32}) -> true case _: … -> false then let env = match f case #left (operand: {a: i32}) -> operand let a_2 = env.a in … else …
--
entry main (b: bool) (a: i32) (c: i32) = let f = if b then \y -> y + a else \y -> y * c in f 1
-- ---
-- before defunc (Mono)
entry main (b: bool) (a: i32) (c: i32): i32 =
  let f: i32 -> i32 = if b then \(y: i32): i32 -> y + a else \(y_2: i32): i32 -> y_2 * c
  in f 1i32

-- after defunc (FirstOrder)
entry main (b: bool) (a: i32) (c: i32): i32 =
  let f: #left {a: i32} | #right {c: i32} = if b then #left {a = a} else #right {c = c}
  in if match f
     case #left (_: {a: i32}) -> true
     case _: #left {a: i32} | #right {c: i32} -> false
     then
       let env: {a: i32} =
         match f
         case #left (operand: {a: i32}) -> operand
       let a_2: i32 = env.a
       let y: i32 = 1i32
       in y + a_2
     else
       let env_2: {c: i32} =
         match f
         case #right (operand_2: {c: i32}) -> operand_2
       let c_2: i32 = env_2.c
       let y_2: i32 = 1i32
       in y_2 * c_2
