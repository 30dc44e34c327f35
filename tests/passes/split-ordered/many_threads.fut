-- Devices whose threads are the lanes reduce the whole array.
entry main [n] (xs: [n]i32) (ys: [n]i32) : (i32, i32) =
  reduce (\(a, b) (c, d) -> (a * c, c * b + d)) (1, 0) (zip xs ys)
-- ---
-- before split-ordered (Anf)
entry main as main (n: i64, xs: [n]i32, ys: [n]i32) : (result: i32, result_2: i32) =
  let red: i32, red_2: i32 = reduce n [xs, ys]
    \(x: i32, x_2: i32, x_3: i32, x_4: i32) : (i32, i32) -> {
      let mul: i32 = mul_i32(x, x_3)
      let mul_2: i32 = mul_i32(x_3, x_2)
      let add: i32 = add_i32(mul_2, x_4)
      in (mul, add)
    } from (1i32, 0i32)
    \(x_5: i32, x_6: i32) : (i32, i32) -> {
      in (x_5, x_6)
    }
  in (red, red_2)

-- after split-ordered (Anf)
the same
