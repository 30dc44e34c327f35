-- A scan of a function with a loop.
entry main [n] (xs: [n]f32) = scan (+) 0 (map (\x -> f32.sin x * f32.exp x) xs)
-- ---
-- before split-scans (Anf)
entry main as main (n: i64, xs: [n]f32) : (result: [n]f32) =
  let scan: [n]f32 = scan n [xs]
    \(x: f32, x_2: f32) : (f32) -> {
      let add: f32 = add_f32(x, x_2)
      in (add)
    } from (0.0f32)
    \(x_3: f32) : (f32) -> {
      let sin: f32 = sin_f32(x_3)
      let exp: f32 = exp_f32(x_3)
      let mul: f32 = mul_f32(sin, exp)
      in (mul)
    }
  in (scan)

-- after split-scans (Anf)
the same
