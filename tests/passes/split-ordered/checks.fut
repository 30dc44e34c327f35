-- A function that checks an index for each element stays as it is.
-- options: few_threads=on
entry main [n] [m] (is: [n]i64) (xs: [m]i32) : (i32, i32) =
  reduce (\(a, b) (c, d) -> (a * c, c * b + d)) (1, 0) (map (\i -> if i >= 0 then (xs[i], xs[i] + 1) else (1, 0)) is)
-- ---
-- before split-ordered (Anf)
entry main as main (n: i64, m: i64, is: [n]i64, xs: [m]i32) : (result: i32,
  result_2: i32) =
  let red: i32, red_2: i32 = reduce n [is]
    \(x: i32, x_2: i32, x_3: i32, x_4: i32) : (i32, i32) -> {
      let mul: i32 = mul_i32(x, x_3)
      let mul_2: i32 = mul_i32(x_3, x_2)
      let add: i32 = add_i32(mul_2, x_4)
      in (mul, add)
    } from (1i32, 0i32)
    \(x_5: i64) : (i32, i32) -> {
      let ge: bool = le_i64(0i64, x_5)
      let branch: i32, branch_2: i32 = if ge then {
        let lt: bool = lt_i64(x_5, m)
        let cert: cert = assert lt ("Index [",
          x_5,
          "] out of bounds for array of shape ",
          "[",
          m,
          "]",
          ".") at [main.fut:4:84-88, main.fut:4:57-116]
        let elem: i32 = <cert> xs[x_5]
        let add_2: i32 = add_i32(elem, 1i32)
        in (elem, add_2)
      } else {
        in (1i32, 0i32)
      }
      in (branch, branch_2)
    }
  in (red, red_2)

-- after split-ordered (Anf)
the same
