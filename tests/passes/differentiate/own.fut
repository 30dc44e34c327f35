-- A function with a derivative of its own has it in reverse mode; elsewhere it is only the function.
entry main (x: f64): (f64, f64) =
  let f = with_vjp (\x -> x * x) (\y y' -> y' + y)
  in (f x, vjp f x 1)
-- ---
-- before differentiate (Anf)
entry main as main (x: f64) : (result: f64, result_2: f64) =
  let res: f64 = with_vjp (x)
    \(x_2: f64) : (f64) -> {
      let mul: f64 = mul_f64(x_2, x_2)
      in (mul)
    }
    \(x_3: f64, x_4: f64) : (f64) -> {
      let add: f64 = add_f64(x_4, x_3)
      in (add)
    }
  let d: f64, d_2: f64 = vjp (x) by (1.0f64)
    \(x_5: f64) : (f64) -> {
      let res_2: f64 = with_vjp (x_5)
        \(x_6: f64) : (f64) -> {
          let mul_2: f64 = mul_f64(x_6, x_6)
          in (mul_2)
        }
        \(x_7: f64, x_8: f64) : (f64) -> {
          let add_2: f64 = add_f64(x_8, x_7)
          in (add_2)
        }
      in (res_2)
    }
  in (res, d_2)

-- after differentiate (Anf)
entry main as main (x: f64) : (result: f64, result_2: f64) =
  let x_2: f64 = x
  let mul: f64 = mul_f64(x_2, x_2)
  let res: f64 = mul
  let x_3: f64 = x
  let x_4: f64 = x_3
  let mul_2: f64 = mul_f64(x_4, x_4)
  let res_2: f64 = mul_2
  let x_5: f64 = res_2
  let x_6: f64 = 1.0f64
  let add: f64 = add_f64(x_6, x_5)
  let d: f64 = res_2
  let d_2: f64 = add
  in (res, d_2)
