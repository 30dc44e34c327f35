-- A costly function of a scan becomes a map in front of the scan.
entry main [n] (xs: [n]f64) = scan (+) 0 (map (\x -> f64.exp (f64.sin (f64.cos (f64.sqrt (f64.exp x))))) xs)
-- ---
-- before split-scans (Anf)
entry main as main (n: i64, xs: [n]f64) : (result: [n]f64) =
  let scan: [n]f64 = scan n [xs]
    \(x: f64, x_2: f64) : (f64) -> {
      let add: f64 = add_f64(x, x_2)
      in (add)
    } from (0.0f64)
    \(x_3: f64) : (f64) -> {
      let exp: f64 = exp_f64(x_3)
      let sqrt: f64 = sqrt_f64(exp)
      let cos: f64 = cos_f64(sqrt)
      let sin: f64 = sin_f64(cos)
      let exp_2: f64 = exp_f64(sin)
      in (exp_2)
    }
  in (scan)

-- after split-scans (Anf)
entry main as main (n: i64, xs: [n]f64) : (result: [n]f64) =
  let part: [n]f64 = map n [xs]
    \(x: f64) : (f64) -> {
      let exp: f64 = exp_f64(x)
      let sqrt: f64 = sqrt_f64(exp)
      let cos: f64 = cos_f64(sqrt)
      let sin: f64 = sin_f64(cos)
      let exp_2: f64 = exp_f64(sin)
      in (exp_2)
    }
  let scan: [n]f64 = scan n [part]
    \(x_2: f64, x_3: f64) : (f64) -> {
      let add: f64 = add_f64(x_2, x_3)
      in (add)
    } from (0.0f64)
    \(x_4: f64) : (f64) -> {
      in (x_4)
    }
  in (scan)
