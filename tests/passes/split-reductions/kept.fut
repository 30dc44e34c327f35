-- A reduction of numbers stays, and so does one inside of a map.
entry main [n][m] (xss: [n][m]i32) =
  let b = reduce (+) 0 (map last xss)
  let c = map (\xs -> reduce (\a b -> [a[0] + b[1], a[1] * b[0]]) [0, 0] (map (\x -> [x, x]) xs)) xss
  in (b, c)
-- ---
-- before split-reductions (Anf)
entry main as main (n: i64, m: i64, xss: [n][m]i32) : (result: i32,
  result_2: [n][2i64]i32) =
  let t: i64 = sub_i64(m, 1i64)
  let t_2: bool = le_i64(0i64, t)
  let t_3: bool = le_i64(n, 0i64)
  let t_4: bool = logor_bool(t_3, t_2)
  let cert: cert = assert t_4 ("Index [",
    t,
    "] out of bounds for array of shape ",
    "[",
    m,
    "]",
    ".") at [/prelude/array.fut:19:33-40, main.fut:3:25-36]
  let red: i32, map: [n][2i64]i32 = <cert> reduce n [xss]
    \(x: i32, x_2: i32) : (i32) -> {
      let add: i32 = add_i32(x, x_2)
      in (add)
    } from (0i32)
    \(x_3: [m]i32) : (i32, [2i64]i32) -> {
      let elem: i32 = x_3[t]
      let array: [2i64]i32 = [0i32, 0i32]
      let red_2: [2i64]i32 = reduce m [x_3]
        \(x_4: [2i64]i32, x_5: [2i64]i32) : ([2i64]i32) -> {
          let elem_2: i32 = x_4[0i64]
          let elem_3: i32 = x_5[1i64]
          let add_2: i32 = add_i32(elem_2, elem_3)
          let elem_4: i32 = x_4[1i64]
          let elem_5: i32 = x_5[0i64]
          let mul: i32 = mul_i32(elem_4, elem_5)
          let array_2: [2i64]i32 = [add_2, mul]
          in (array_2)
        } from (array)
        \(x_6: i32) : ([2i64]i32) -> {
          let array_3: [2i64]i32 = [x_6, x_6]
          in (array_3)
        }
      in (elem, red_2)
    }
  in (red, map)

-- after split-reductions (Anf)
the same
