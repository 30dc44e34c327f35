-- With registers of 128 bits, products of integers stay as they are. Those of floats have the same order everywhere.
-- options: few_threads=on wide=off
entry main [n] (xs: [n]i32) (ys: [n]f32) : ([n]i32, [n]f32) = (scan (*) 1 xs, scan (*) 1 ys)
-- ---
-- before split-ordered (Anf)
entry main as main (n: i64, xs: [n]i32, ys: [n]f32) : (result: [n]i32,
  result_2: [n]f32) =
  let scan: [n]i32 = scan n [xs]
    \(x: i32, x_2: i32) : (i32) -> {
      let mul: i32 = mul_i32(x, x_2)
      in (mul)
    } from (1i32)
    \(x_3: i32) : (i32) -> {
      in (x_3)
    }
  let scan_2: [n]f32 = scan n [ys]
    \(x_4: f32, x_5: f32) : (f32) -> {
      let mul_2: f32 = mul_f32(x_4, x_5)
      in (mul_2)
    } from (1.0f32)
    \(x_6: f32) : (f32) -> {
      in (x_6)
    }
  in (scan, scan_2)

-- after split-ordered (Anf)
entry main as main (n: i64, xs: [n]i32, ys: [n]f32) : (result: [n]i32,
  result_2: [n]f32) =
  let scan: [n]i32 = scan n [xs]
    \(x: i32, x_2: i32) : (i32) -> {
      let mul: i32 = mul_i32(x, x_2)
      in (mul)
    } from (1i32)
    \(x_3: i32) : (i32) -> {
      in (x_3)
    }
  let t: bool = le_i64(16384i64, n)
  let t_2: i64 = quot_i64(n, 80i64)
  let choice: i64 = if t then {
    in (t_2)
  } else {
    in (0i64)
  }
  let runs: [choice]i64 = iota_i64(choice, 0i64, 1i64)
  let partial: [choice]f32 = map choice [runs]
    \(run: i64) : (f32) -> {
      let t_3: i64 = mul_i64(run, 80i64)
      let elements: [80i64]f32 = ys[t_3:+80i64*1i64]
      let reduced: f32 = reduce 80i64 [elements]
        \(x_4: f32, x_5: f32) : (f32) -> {
          let mul_2: f32 = mul_f32(x_4, x_5)
          in (mul_2)
        } from (1.0f32)
        \(x_6: f32) : (f32) -> {
          in (x_6)
        }
      in (reduced)
    }
  let ends: [choice]f32 = scan choice [partial]
    \(x_7: f32, x_8: f32) : (f32) -> {
      let mul_3: f32 = mul_f32(x_7, x_8)
      in (mul_3)
    } from (1.0f32)
    \(x_9: f32) : (f32) -> {
      in (x_9)
    }
  let runs_2: [choice]i64 = iota_i64(choice, 0i64, 1i64)
  let partial_2: [choice][80i64]f32 = map choice [runs_2]
    \(run_2: i64) : ([80i64]f32) -> {
      let t_4: i64 = mul_i64(run_2, 80i64)
      let first: bool = eq_i64(run_2, 0i64)
      let before: f32 = if first then {
        in (1.0f32)
      } else {
        let t_5: i64 = sub_i64(run_2, 1i64)
        let end: f32 = ends[t_5]
        in (end)
      }
      let elements_2: [80i64]f32 = ys[t_4:+80i64*1i64]
      let scanned: [80i64]f32 = scan 80i64 [elements_2]
        \(x_10: f32, x_11: f32) : (f32) -> {
          let mul_4: f32 = mul_f32(x_10, x_11)
          in (mul_4)
        } from (before)
        \(x_12: f32) : (f32) -> {
          in (x_12)
        }
      in (scanned)
    }
  let t_6: i64 = mul_i64(choice, 80i64)
  let t_7: i64 = sub_i64(n, t_6)
  let flat: [t_6]f32 = reshape([t_6], partial_2)
  let blank: *[t_7]f32 = scratch_f32([t_7])
  let joined: *[n]f32 = concat(n, [flat, blank])
  let first_2: bool = eq_i64(choice, 0i64)
  let before_2: f32 = if first_2 then {
    in (1.0f32)
  } else {
    let t_8: i64 = sub_i64(choice, 1i64)
    let end_2: f32 = ends[t_8]
    in (end_2)
  }
  let elements_3: [t_7]f32 = ys[t_6:+t_7*1i64]
  let x_13: f32, acc: *[n]f32 = loop (x_14: f32 = before_2,
    acc_2: *[n]f32 = joined) for i: i64 < t_7 do {
    let x_15: f32 = elements_3[i]
    let x_16: f32 = x_15
    let mul_5: f32 = mul_f32(x_14, x_16)
    let x_17: f32 = mul_5
    let t_9: i64 = add_i64(t_6, i)
    let acc_3: *[n]f32 = acc_2 with [t_9] = x_17
    in (mul_5, acc_3)
  }
  let scan_2: [n]f32 = acc
  in (scan, scan_2)
