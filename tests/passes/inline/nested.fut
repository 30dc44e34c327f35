-- Functions that call functions are all inlined.
-- show: all
def f (x: i32) (y: i32) = x * y
def g (x: i32) (y: i32) = f x y + f y x
entry main (x: i32) (y: i32) = g x y
-- ---
-- before inline (Anf)
fun f (x: i32, y: i32) : (result: i32) =
  let mul: i32 = mul_i32(x, y)
  in (mul)

fun g (x_2: i32, y_2: i32) : (result_2: i32) =
  let result_3: i32 = f(x_2, y_2)
  let result_4: i32 = f(y_2, x_2)
  let add: i32 = add_i32(result_3, result_4)
  in (add)

entry main as main (x_3: i32, y_3: i32) : (result_5: i32) =
  let result_6: i32 = g(x_3, y_3)
  in (result_6)

-- after inline (Anf)
entry main as main (x: i32, y: i32) : (result: i32) =
  let mul: i32 = mul_i32(x, y)
  let result_2: i32 = mul
  let mul_2: i32 = mul_i32(y, x)
  let result_3: i32 = mul_2
  let add: i32 = add_i32(result_2, result_3)
  let result_4: i32 = add
  in (result_4)
