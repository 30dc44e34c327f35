-- The example of the documentation.
-- options: few_threads=on
-- Documentation:
-- reduce f e xs
-- becomes
-- if n >= 16384
-- then f (reduce f e (map (\k -> reduce f e xs[80·k :+ 80]) (iota p))) (reduce f e xs[80·p :+ n - 80·p])
-- else reduce f e xs
--
-- Written out:
-- reduce n [xs, ys]
-- becomes
-- t = le_i64(16384i64, n) … if t then { … = quot_i64(n, 80i64) … map … mul_i64( … 80i64) … reduce 80i64 [ … reduce … reduce … } else { … reduce n [xs, ys]
--
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
entry main as main (n: i64, xs: [n]i32, ys: [n]i32) : (result: i32, result_2: i32) =
  let t: bool = le_i64(16384i64, n)
  let red: i32, red_2: i32 = if t then {
    let t_2: i64 = quot_i64(n, 80i64)
    let runs: [t_2]i64 = iota_i64(t_2, 0i64, 1i64)
    let partial: [t_2]i32, partial_2: [t_2]i32 = map t_2 [runs]
      \(run: i64) : (i32, i32) -> {
        let t_3: i64 = mul_i64(run, 80i64)
        let elements: [80i64]i32 = xs[t_3:+80i64*1i64]
        let elements_2: [80i64]i32 = ys[t_3:+80i64*1i64]
        let reduced: i32, reduced_2: i32 = reduce 80i64 [elements, elements_2]
          \(x: i32, x_2: i32, x_3: i32, x_4: i32) : (i32, i32) -> {
            let mul: i32 = mul_i32(x, x_3)
            let mul_2: i32 = mul_i32(x_3, x_2)
            let add: i32 = add_i32(mul_2, x_4)
            in (mul, add)
          } from (1i32, 0i32)
          \(x_5: i32, x_6: i32) : (i32, i32) -> {
            in (x_5, x_6)
          }
        in (reduced, reduced_2)
      }
    let reduced_3: i32, reduced_4: i32 = reduce t_2 [partial, partial_2]
      \(x_7: i32, x_8: i32, x_9: i32, x_10: i32) : (i32, i32) -> {
        let mul_3: i32 = mul_i32(x_7, x_9)
        let mul_4: i32 = mul_i32(x_9, x_8)
        let add_2: i32 = add_i32(mul_4, x_10)
        in (mul_3, add_2)
      } from (1i32, 0i32)
      \(x_11: i32, x_12: i32) : (i32, i32) -> {
        in (x_11, x_12)
      }
    let t_4: i64 = mul_i64(t_2, 80i64)
    let t_5: i64 = sub_i64(n, t_4)
    let elements_3: [t_5]i32 = xs[t_4:+t_5*1i64]
    let elements_4: [t_5]i32 = ys[t_4:+t_5*1i64]
    let reduced_5: i32, reduced_6: i32 = reduce t_5 [elements_3, elements_4]
      \(x_13: i32, x_14: i32, x_15: i32, x_16: i32) : (i32, i32) -> {
        let mul_5: i32 = mul_i32(x_13, x_15)
        let mul_6: i32 = mul_i32(x_15, x_14)
        let add_3: i32 = add_i32(mul_6, x_16)
        in (mul_5, add_3)
      } from (1i32, 0i32)
      \(x_17: i32, x_18: i32) : (i32, i32) -> {
        in (x_17, x_18)
      }
    let x_19: i32 = reduced_3
    let x_20: i32 = reduced_4
    let x_21: i32 = reduced_5
    let x_22: i32 = reduced_6
    let mul_7: i32 = mul_i32(x_19, x_21)
    let mul_8: i32 = mul_i32(x_21, x_20)
    let add_4: i32 = add_i32(mul_8, x_22)
    in (mul_7, add_4)
  } else {
    let red_3: i32, red_4: i32 = reduce n [xs, ys]
      \(x_23: i32, x_24: i32, x_25: i32, x_26: i32) : (i32, i32) -> {
        let mul_9: i32 = mul_i32(x_23, x_25)
        let mul_10: i32 = mul_i32(x_25, x_24)
        let add_5: i32 = add_i32(mul_10, x_26)
        in (mul_9, add_5)
      } from (1i32, 0i32)
      \(x_27: i32, x_28: i32) : (i32, i32) -> {
        in (x_27, x_28)
      }
    in (red_3, red_4)
  }
  in (red, red_2)
