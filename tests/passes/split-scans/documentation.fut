-- The example of the documentation.
entry main [n] (xs: [n]f32) = map (+ 1) (scan (+) 0 (map (\x -> f32.sin x * f32.exp x) xs))
-- ---
-- before split-scans (Anf)
entry main as main (n: i64, xs: [n]f32) : (result: [n]f32) =
  let map: [n]f32 = scan n [xs]
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
    then \(x_4: f32) : (f32) -> {
      let add_2: f32 = add_f32(x_4, 1.0f32)
      in (add_2)
    }
  in (map)

-- after split-scans (Anf)
the same
