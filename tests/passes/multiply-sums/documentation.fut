-- The example of the documentation.
-- Documentation:
-- reduce (+) 0 (map (\_ -> x) xs)
-- becomes
-- 0 + n * x
--
-- Written out:
-- reduce n [t] … add_i32 … from (0i32) \(i: i64) : (i32) -> { in (x) }
-- becomes
-- conv: i32 = i32_of_i64(n) … mul_i32(conv, x)
--
entry main [n] (x: i32) (xs: [n]i32) : i32 = reduce (+) 0 (map (\_ -> x) xs)
-- ---
-- before multiply-sums (Anf)
entry main as main (n: i64, x: i32, xs: [n]i32) : (result: i32) =
  let t: [n]i64 = iota_i64(n, 0i64, 1i64)
  let red: i32 = reduce n [t]
    \(x_2: i32, x_3: i32) : (i32) -> {
      let add: i32 = add_i32(x_2, x_3)
      in (add)
    } from (0i32)
    \(i: i64) : (i32) -> {
      in (x)
    }
  in (red)

-- after multiply-sums (Anf)
entry main as main (n: i64, x: i32, xs: [n]i32) : (result: i32) =
  let t: [n]i64 = iota_i64(n, 0i64, 1i64)
  let conv: i32 = i32_of_i64(n)
  let t_2: i32 = mul_i32(conv, x)
  let red: i32 = t_2
  in (red)
