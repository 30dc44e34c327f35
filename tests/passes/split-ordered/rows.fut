-- A scan of what a function makes of rows stays as it is.
-- options: few_threads=on
entry main [n] [m] (k: i64) (xss: [n][m]f32) : [n]f32 = scan (*) 1 (map (\xs -> #[unsafe] xs[k]) xss)
-- ---
-- before split-ordered (Anf)
entry main as main (n: i64, m: i64, k: i64, xss: [n][m]f32) : (result: [n]f32) =
  let t: bool = le_i64(0i64, k)
  let t_2: bool = lt_i64(k, m)
  let t_3: bool = logand_bool(t, t_2)
  let t_4: bool = le_i64(n, 0i64)
  let t_5: bool = logor_bool(t_4, t_3)
  let cert: cert = assert t_5 ("Index [",
    k,
    "] out of bounds for array of shape ",
    "[",
    m,
    "]",
    ".") at [main.fut:3:91-95, main.fut:3:69-100]
  let scan: [n]f32 = <cert> scan n [xss]
    \(x: f32, x_2: f32) : (f32) -> {
      let mul: f32 = mul_f32(x, x_2)
      in (mul)
    } from (1.0f32)
    \(x_3: [m]f32) : (f32) -> {
      let elem: f32 = x_3[k]
      in (elem)
    }
  in (scan)

-- after split-ordered (Anf)
the same
