-- The first example of the documentation.
-- Documentation:
-- loop ys = xs for i < n do ys with [i] = f ys[i]
-- becomes
-- map (\y -> f y) xs
--
-- Written out:
-- loop (acc_2: [n]f64 = xs) for i: i64 < n … elem: f64 = acc_2[i] … sqrt_f64(elem) … acc_2 with [i] = sqrt
-- becomes
-- map n [xs] … \(acc_2: f64) : (f64) … elem: f64 = acc_2 … sqrt_f64(elem) … updated: f64 = sqrt
--
entry main [n] (xs: *[n]f64) =
  loop ys = xs for i < n do ys with [i] = f64.sqrt ys[i]
-- ---
-- before loops-to-maps (Anf)
entry main as main (n: i64, xs: [n]f64) : (result: [n]f64) =
  let acc: [n]f64 = loop (acc_2: [n]f64 = xs) for i: i64 < n do {
    let elem: f64 = acc_2[i]
    let sqrt: f64 = sqrt_f64(elem)
    let updated: [n]f64 = acc_2 with [i] = sqrt
    in (updated)
  }
  in (acc)

-- after loops-to-maps (Anf)
entry main as main (n: i64, xs: [n]f64) : (result: [n]f64) =
  let acc: [n]f64 = map n [xs]
    \(acc_2: f64) : (f64) -> {
      let elem: f64 = acc_2
      let sqrt: f64 = sqrt_f64(elem)
      let updated: f64 = sqrt
      in (updated)
    }
  in (acc)
