-- A map is no scan, and stays.
entry main [n] (xs: [n]f32) = map (\x -> f32.sin x * f32.exp x) xs
-- ---
-- before split-scans (Anf)
entry main as main (n: i64, xs: [n]f32) : (result: [n]f32) =
  let map: [n]f32 = map n [xs]
    \(x: f32) : (f32) -> {
      let sin: f32 = sin_f32(x)
      let exp: f32 = exp_f32(x)
      let mul: f32 = mul_f32(sin, exp)
      in (mul)
    }
  in (map)

-- after split-scans (Anf)
the same
