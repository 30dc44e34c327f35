-- The example of the documentation.
-- Documentation:
-- scan (+) 0 f xs then g     becomes     ys = map f xs; zs = scan (+) 0 ys; map g zs
--
-- Written out:
-- scan n [xs] … add_f64 … from (0.0f64) \(x_3: f64) : (f64) -> { exp = exp_f64(x_3) … in (exp_2) } then \(x_4: f64) : (f64) -> { exp_3 = exp_f64(x_4) … in (exp_4) }
-- becomes
-- ys = map n [xs] … in (exp_2) } zs = scan n [ys] … add_f64 … from (0.0f64) \(x_4: f64) : (f64) -> { in (x_4) } map = map n [zs] … in (exp_4)
--
def f (x: f64) = f64.exp (f64.sin (f64.cos (f64.sqrt (f64.exp x))))
entry main [n] (xs: [n]f64) = map f (scan (+) 0 (map f xs))
-- ---
-- before split-scans (Anf)
entry main as main (n: i64, xs: [n]f64) : (result: [n]f64) =
  let map: [n]f64 = scan n [xs]
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
    then \(x_4: f64) : (f64) -> {
      let exp_3: f64 = exp_f64(x_4)
      let sqrt_2: f64 = sqrt_f64(exp_3)
      let cos_2: f64 = cos_f64(sqrt_2)
      let sin_2: f64 = sin_f64(cos_2)
      let exp_4: f64 = exp_f64(sin_2)
      in (exp_4)
    }
  in (map)

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
  let part_2: [n]f64 = scan n [part]
    \(x_2: f64, x_3: f64) : (f64) -> {
      let add: f64 = add_f64(x_2, x_3)
      in (add)
    } from (0.0f64)
    \(x_4: f64) : (f64) -> {
      in (x_4)
    }
  let map: [n]f64 = map n [part_2]
    \(x_5: f64) : (f64) -> {
      let exp_3: f64 = exp_f64(x_5)
      let sqrt_2: f64 = sqrt_f64(exp_3)
      let cos_2: f64 = cos_f64(sqrt_2)
      let sin_2: f64 = sin_f64(cos_2)
      let exp_4: f64 = exp_f64(sin_2)
      in (exp_4)
    }
  in (map)
