-- The second example of the documentation.
-- options: few_threads=on
-- Documentation:
-- scan f e xs
-- becomes
-- p = if n >= 16384 then n / 80 else 0
-- cs = scan f e (map (\k -> reduce f e xs[80·k :+ 80]) (iota p))
-- flatten (map (\k -> scan f (if k = 0 then e else cs[k-1]) xs[80·k :+ 80]) (iota p))
-- ++ scan f (if p = 0 then e else cs[p-1]) xs[80·p :+ n - 80·p]
--
-- Written out:
-- scan n [xs, ys]
-- becomes
-- … = le_i64(16384i64, n) … = quot_i64(n, 80i64) … map … reduce 80i64 [ … scan … map … if first then { … scan 80i64 [ … reshape( … concat(n, [ … if first_2 then { … loop (
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
  let t_2: i64 = quot_i64(n, 80i64)
  let choice: i64 = if t then {
    in (t_2)
  } else {
    in (0i64)
  }
  let runs: [choice]i64 = iota_i64(choice, 0i64, 1i64)
  let partial: [choice]f32, partial_2: [choice]f32 = map choice [runs]
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
  let ends: [choice]f32, ends_2: [choice]f32 = scan choice [partial, partial_2]
    \(x_7: f32, x_8: f32, x_9: f32, x_10: f32) : (f32, f32) -> {
      let mul_3: f32 = mul_f32(x_7, x_9)
      let mul_4: f32 = mul_f32(x_9, x_8)
      let add_2: f32 = add_f32(mul_4, x_10)
      in (mul_3, add_2)
    } from (1.0f32, 0.0f32)
    \(x_11: f32, x_12: f32) : (f32, f32) -> {
      in (x_11, x_12)
    }
  let runs_2: [choice]i64 = iota_i64(choice, 0i64, 1i64)
  let partial_3: [choice][80i64]f32, partial_4: [choice][80i64]f32 = map choice [runs_2]
    \(run_2: i64) : ([80i64]f32, [80i64]f32) -> {
      let t_4: i64 = mul_i64(run_2, 80i64)
      let first: bool = eq_i64(run_2, 0i64)
      let before: f32, before_2: f32 = if first then {
        in (1.0f32, 0.0f32)
      } else {
        let t_5: i64 = sub_i64(run_2, 1i64)
        let end: f32 = ends[t_5]
        let end_2: f32 = ends_2[t_5]
        in (end, end_2)
      }
      let elements_3: [80i64]f32 = xs[t_4:+80i64*1i64]
      let elements_4: [80i64]f32 = ys[t_4:+80i64*1i64]
      let scanned: [80i64]f32, scanned_2: [80i64]f32 = scan 80i64 [elements_3, elements_4]
        \(x_13: f32, x_14: f32, x_15: f32, x_16: f32) : (f32, f32) -> {
          let mul_5: f32 = mul_f32(x_13, x_15)
          let mul_6: f32 = mul_f32(x_15, x_14)
          let add_3: f32 = add_f32(mul_6, x_16)
          in (mul_5, add_3)
        } from (before, before_2)
        \(x_17: f32, x_18: f32) : (f32, f32) -> {
          in (x_17, x_18)
        }
      in (scanned, scanned_2)
    }
  let t_6: i64 = mul_i64(choice, 80i64)
  let t_7: i64 = sub_i64(n, t_6)
  let flat: [t_6]f32 = reshape([t_6], partial_3)
  let blank: *[t_7]f32 = scratch_f32([t_7])
  let joined: *[n]f32 = concat(n, [flat, blank])
  let flat_2: [t_6]f32 = reshape([t_6], partial_4)
  let blank_2: *[t_7]f32 = scratch_f32([t_7])
  let joined_2: *[n]f32 = concat(n, [flat_2, blank_2])
  let first_2: bool = eq_i64(choice, 0i64)
  let before_3: f32, before_4: f32 = if first_2 then {
    in (1.0f32, 0.0f32)
  } else {
    let t_8: i64 = sub_i64(choice, 1i64)
    let end_3: f32 = ends[t_8]
    let end_4: f32 = ends_2[t_8]
    in (end_3, end_4)
  }
  let elements_5: [t_7]f32 = xs[t_6:+t_7*1i64]
  let elements_6: [t_7]f32 = ys[t_6:+t_7*1i64]
  let x_19: f32, x_20: f32, acc: *[n]f32, acc_2: *[n]f32 = loop (x_21: f32 = before_3,
    x_22: f32 = before_4,
    acc_3: *[n]f32 = joined,
    acc_4: *[n]f32 = joined_2) for i: i64 < t_7 do {
    let x_23: f32 = elements_5[i]
    let x_24: f32 = elements_6[i]
    let x_25: f32 = x_23
    let x_26: f32 = x_24
    let mul_7: f32 = mul_f32(x_21, x_25)
    let mul_8: f32 = mul_f32(x_25, x_22)
    let add_4: f32 = add_f32(mul_8, x_26)
    let x_27: f32 = mul_7
    let x_28: f32 = add_4
    let t_9: i64 = add_i64(t_6, i)
    let acc_5: *[n]f32 = acc_3 with [t_9] = x_27
    let acc_6: *[n]f32 = acc_4 with [t_9] = x_28
    in (mul_7, add_4, acc_5, acc_6)
  }
  let scan: [n]f32, scan_2: [n]f32 = (acc, acc_2)
  in (scan, scan_2)
