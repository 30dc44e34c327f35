-- The example of the documentation.
-- Documentation:
-- vjp (\x -> x * sin x) x y'
-- becomes
-- s = sin x; c = cos x; s * y' + x * y' * c
--
-- Written out:
-- vjp (x) by (y') … \(x_2: f64) : (f64) -> { … sin = sin_f64(x_2) … mul = mul_f64(x_2, sin)
-- becomes
-- sin = sin_f64(x_2) … mul_2 = mul_f64(sin, y') … mul_3 = mul_f64(x_2, y') … cos = cos_f64(x_2) … mul_4 = mul_f64(cos, mul_3) … add = add_f64(mul_2, mul_4)
--
entry main (x: f64) (y': f64): f64 = vjp (\x -> x * f64.sin x) x y'
-- ---
-- before differentiate (Anf)
entry main as main (x: f64, y': f64) : (result: f64) =
  let d: f64, d_2: f64 = vjp (x) by (y')
    \(x_2: f64) : (f64) -> {
      let sin: f64 = sin_f64(x_2)
      let mul: f64 = mul_f64(x_2, sin)
      in (mul)
    }
  in (d_2)

-- after differentiate (Anf)
entry main as main (x: f64, y': f64) : (result: f64) =
  let x_2: f64 = x
  let sin: f64 = sin_f64(x_2)
  let mul: f64 = mul_f64(x_2, sin)
  let mul_2: f64 = mul_f64(sin, y')
  let mul_3: f64 = mul_f64(x_2, y')
  let cos: f64 = cos_f64(x_2)
  let mul_4: f64 = mul_f64(cos, mul_3)
  let add: f64 = add_f64(mul_2, mul_4)
  let d: f64 = mul
  let d_2: f64 = add
  in (d_2)
