-- Forward mode: each value has a companion, also in the function and the operator of SOACs.
entry main [n] (xs: [n]f64) (xs': [n]f64): f64 = jvp (\xs -> f64.product (map f64.exp xs)) xs xs'
-- ---
-- before differentiate (Anf)
entry main as main (n: i64, xs: [n]f64, xs': [n]f64) : (result: f64) =
  let d: f64, d_2: f64 = jvp (xs) by (xs')
    \(x: [n]f64) : (f64) -> {
      let map: [n]f64 = map n [x]
        \(x_2: f64) : (f64) -> {
          let exp: f64 = exp_f64(x_2)
          in (exp)
        }
      let red: f64 = reduce n [map]
        \(x_3: f64, x_4: f64) : (f64) -> {
          let mul: f64 = mul_f64(x_3, x_4)
          in (mul)
        } from (1.0f64)
        \(x_5: f64) : (f64) -> {
          in (x_5)
        }
      in (red)
    }
  in (d_2)

-- after differentiate (Anf)
entry main as main (n: i64, xs: [n]f64, xs': [n]f64) : (result: f64) =
  let x: [n]f64 = xs
  let map: [n]f64, map_t: [n]f64 = map n [x, xs']
    \(x_2: f64, x_t: f64) : (f64, f64) -> {
      let exp: f64 = exp_f64(x_2)
      let mul: f64 = mul_f64(exp, x_t)
      in (exp, mul)
    }
  let red: f64, red_t: f64 = reduce n [map, map_t]
    \(x_3: f64, x_t_2: f64, x_4: f64, x_t_3: f64) : (f64, f64) -> {
      let mul_2: f64 = mul_f64(x_3, x_4)
      let mul_3: f64 = mul_f64(x_4, x_t_2)
      let mul_4: f64 = mul_f64(x_3, x_t_3)
      let add: f64 = add_f64(mul_3, mul_4)
      in (mul_2, add)
    } from (1.0f64, 0.0f64)
    \(x_5: f64, x_6: f64) : (f64, f64) -> {
      in (x_5, x_6)
    }
  let d: f64 = red
  let d_2: f64 = red_t
  in (d_2)
