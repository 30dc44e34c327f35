-- The second example of the documentation.
-- options: few_threads=on
-- Documentation:
-- scan f e xs
-- becomes
-- if n >= 16384
-- then cs = scan f e (map (\k -> reduce f e xs[80·k :+ 80]) (iota p))
--      flatten (map (\k -> scan f (if k = 0 then e else cs[k-1]) xs[80·k :+ 80]) (iota p))
--      ++ map (f cs[p-1]) (scan f e xs[80·p :+ n - 80·p])
-- else scan f e xs
--
-- Written out:
-- scan n [xs, ys]
-- becomes
-- t = le_i64(16384i64, n) … if t then { … = quot_i64(n, 80i64) … map … reduce 80i64 [ … scan … map … if first then { … scan 80i64 [ … scan … concat(n, [ … } else { … scan n [xs, ys]
--
entry main [n] (xs: [n]f32) (ys: [n]f32) : ([n]f32, [n]f32) =
  unzip (scan (\(a, b) (c, d) -> (a * c, c * b + d)) (1, 0) (zip xs ys))
-- ---
-- before split-ordered (Anf)
entry main as main (n: i64, xs: [n]f32, ys: [n]f32) : (result: [n]f32,
  result_2: [n]f32) =
  let scan: [n]f32, scan_2: [n]f32 = scan n [xs, ys]
    \(x: f32, x_2: f32, x_3: f32, x_4: f32) : (f32, f32) -> {
      let mul: f32 = mul_f32(x, x_3)
      let mul_2: f32 = mul_f32(x_3, x_2)
      let add: f32 = add_f32(mul_2, x_4)
      in (mul, add)
    } from (1.0f32, 0.0f32)
    \(x_5: f32, x_6: f32) : (f32, f32) -> {
      in (x_5, x_6)
    }
  in (scan, scan_2)

-- after split-ordered (Anf)
entry main as main (n: i64, xs: [n]f32, ys: [n]f32) : (result: [n]f32,
  result_2: [n]f32) =
  let t: bool = le_i64(16384i64, n)
  let scan: [n]f32, scan_2: [n]f32 = if t then {
    let t_2: i64 = quot_i64(n, 80i64)
    let runs: [t_2]i64 = iota_i64(t_2, 0i64, 1i64)
    let partial: [t_2]f32, partial_2: [t_2]f32 = map t_2 [runs]
      \(run: i64) : (f32, f32) -> {
        let t_3: i64 = mul_i64(run, 80i64)
        let elements: [80i64]f32 = xs[t_3:+80i64*1i64]
        let elements_2: [80i64]f32 = ys[t_3:+80i64*1i64]
        let reduced: f32, reduced_2: f32 = reduce 80i64 [elements, elements_2]
          \(x: f32, x_2: f32, x_3: f32, x_4: f32) : (f32, f32) -> {
            let mul: f32 = mul_f32(x, x_3)
            let mul_2: f32 = mul_f32(x_3, x_2)
            let add: f32 = add_f32(mul_2, x_4)
            in (mul, add)
          } from (1.0f32, 0.0f32)
          \(x_5: f32, x_6: f32) : (f32, f32) -> {
            in (x_5, x_6)
          }
        in (reduced, reduced_2)
      }
    let ends: [t_2]f32, ends_2: [t_2]f32 = scan t_2 [partial, partial_2]
      \(x_7: f32, x_8: f32, x_9: f32, x_10: f32) : (f32, f32) -> {
        let mul_3: f32 = mul_f32(x_7, x_9)
        let mul_4: f32 = mul_f32(x_9, x_8)
        let add_2: f32 = add_f32(mul_4, x_10)
        in (mul_3, add_2)
      } from (1.0f32, 0.0f32)
      \(x_11: f32, x_12: f32) : (f32, f32) -> {
        in (x_11, x_12)
      }
    let runs_2: [t_2]i64 = iota_i64(t_2, 0i64, 1i64)
    let partial_3: [t_2][80i64]f32, partial_4: [t_2][80i64]f32 = map t_2 [runs_2]
      \(run_2: i64) : ([80i64]f32, [80i64]f32) -> {
        let t_4: i64 = mul_i64(run_2, 80i64)
        let first: bool = eq_i64(run_2, 0i64)
        let reduced_3: f32, reduced_4: f32 = if first then {
          in (1.0f32, 0.0f32)
        } else {
          let t_5: i64 = sub_i64(run_2, 1i64)
          let before: f32 = ends[t_5]
          let before_2: f32 = ends_2[t_5]
          in (before, before_2)
        }
        let elements_3: [80i64]f32 = xs[t_4:+80i64*1i64]
        let elements_4: [80i64]f32 = ys[t_4:+80i64*1i64]
        let scanned: [80i64]f32, scanned_2: [80i64]f32 = scan 80i64 [elements_3, elements_4]
          \(x_13: f32, x_14: f32, x_15: f32, x_16: f32) : (f32, f32) -> {
            let mul_5: f32 = mul_f32(x_13, x_15)
            let mul_6: f32 = mul_f32(x_15, x_14)
            let add_3: f32 = add_f32(mul_6, x_16)
            in (mul_5, add_3)
          } from (reduced_3, reduced_4)
          \(x_17: f32, x_18: f32) : (f32, f32) -> {
            in (x_17, x_18)
          }
        in (scanned, scanned_2)
      }
    let t_6: i64 = mul_i64(t_2, 80i64)
    let t_7: i64 = sub_i64(n, t_6)
    let t_8: i64 = sub_i64(t_2, 1i64)
    let before_3: f32 = ends[t_8]
    let before_4: f32 = ends_2[t_8]
    let elements_5: [t_7]f32 = xs[t_6:+t_7*1i64]
    let elements_6: [t_7]f32 = ys[t_6:+t_7*1i64]
    let scanned_3: [t_7]f32, scanned_4: [t_7]f32 = scan t_7 [elements_5, elements_6]
      \(x_19: f32, x_20: f32, x_21: f32, x_22: f32) : (f32, f32) -> {
        let mul_7: f32 = mul_f32(x_19, x_21)
        let mul_8: f32 = mul_f32(x_21, x_20)
        let add_4: f32 = add_f32(mul_8, x_22)
        in (mul_7, add_4)
      } from (1.0f32, 0.0f32)
      \(x_23: f32, x_24: f32) : (f32, f32) -> {
        in (x_23, x_24)
      }
      then \(x_25: f32, x_26: f32) : (f32, f32) -> {
        let x_27: f32 = before_3
        let x_28: f32 = before_4
        let mul_9: f32 = mul_f32(x_27, x_25)
        let mul_10: f32 = mul_f32(x_25, x_28)
        let add_5: f32 = add_f32(mul_10, x_26)
        let x_29: f32 = mul_9
        let x_30: f32 = add_5
        in (x_29, x_30)
      }
    let flat: [t_6]f32 = reshape([t_6], partial_3)
    let joined: [n]f32 = concat(n, [flat, scanned_3])
    let flat_2: [t_6]f32 = reshape([t_6], partial_4)
    let joined_2: [n]f32 = concat(n, [flat_2, scanned_4])
    in (joined, joined_2)
  } else {
    let scan_3: [n]f32, scan_4: [n]f32 = scan n [xs, ys]
      \(x_31: f32, x_32: f32, x_33: f32, x_34: f32) : (f32, f32) -> {
        let mul_11: f32 = mul_f32(x_31, x_33)
        let mul_12: f32 = mul_f32(x_33, x_32)
        let add_6: f32 = add_f32(mul_12, x_34)
        in (mul_11, add_6)
      } from (1.0f32, 0.0f32)
      \(x_35: f32, x_36: f32) : (f32, f32) -> {
        in (x_35, x_36)
      }
    in (scan_3, scan_4)
  }
  in (scan, scan_2)
