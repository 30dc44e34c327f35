-- A scan with flags, of numbers that are computed in the threads, and one with two operators are split. Sums of
-- integers stay as they are, as they wait for one cycle, and so do sums of long numbers, which are dear to read.
-- options: few_threads=on
def segmented [n] (flags: [n]bool) (xs: [n]f32) : [n]f32 =
  let (_, sums) = unzip (scan (\(f, x) (g, y) -> (f || g, if g then y else x + y)) (false, 0) (zip flags xs))
  in sums

entry main [n] [m] [k] [l] (flags: [n]bool) (xs: [n]f32) (ys: [m]f32) (is: [k]i32) (zs: [l]f64) =
  ( segmented flags xs
  , scan (*) 1 (map (\i -> f32.i64 (2 * i + 1)) (iota (n + m)))
  , unzip (scan (\(a, b) (c, d) -> (f32.max a c, b + d)) (0, 0) (zip ys ys))
  , scan (+) 0 is
  , scan (+) 0 zs
  )
-- ---
-- before split-ordered (Anf)
entry main as main (n: i64,
  m: i64,
  k: i64,
  l: i64,
  flags: [n]bool,
  xs: [n]f32,
  ys: [m]f32,
  is: [k]i32,
  zs: [l]f64) : (k_2: i64,
  result: [n]f32,
  result_2: [k_2]f32,
  result_3: [m]f32,
  result_4: [m]f32,
  result_5: [k]i32,
  result_6: [l]f64) =
  let scan: [n]f32 = scan n [flags, xs]
    \(x: bool, x_2: f32, x_3: bool, x_4: f32) : (bool, f32) -> {
      let branch: bool = logor_bool(x, x_3)
      let branch_2: f32 = if x_3 then {
        in (x_4)
      } else {
        let add: f32 = add_f32(x_2, x_4)
        in (add)
      }
      in (branch, branch_2)
    } from (false, 0.0f32)
    \(x_5: bool, x_6: f32) : (bool, f32) -> {
      in (x_5, x_6)
    }
    then \(x_7: bool, x_8: f32) : (f32) -> {
      in (x_8)
    }
  let add_2: i64 = add_i64(n, m)
  let le: bool = le_i64(0i64, add_2)
  let cert: cert = assert le ("Range 0..1..<", add_2, " is invalid.") at [main.fut:10:50-61,
    main.fut:10:50-61]
  let iota: [add_2]i64 = <cert> iota_i64(add_2, 0i64, 1i64)
  let scan_2: [add_2]f32 = scan add_2 [iota]
    \(x_9: f32, x_10: f32) : (f32) -> {
      let mul: f32 = mul_f32(x_9, x_10)
      in (mul)
    } from (1.0f32)
    \(x_11: i64) : (f32) -> {
      let mul_2: i64 = mul_i64(2i64, x_11)
      let add_3: i64 = add_i64(mul_2, 1i64)
      let conv: f32 = f32_of_i64(add_3)
      in (conv)
    }
  let scan_3: [m]f32, scan_4: [m]f32 = scan m [ys, ys]
    \(x_12: f32, x_13: f32, x_14: f32, x_15: f32) : (f32, f32) -> {
      let max: f32 = max_f32(x_12, x_14)
      let add_4: f32 = add_f32(x_13, x_15)
      in (max, add_4)
    } from (0.0f32, 0.0f32)
    \(x_16: f32, x_17: f32) : (f32, f32) -> {
      in (x_16, x_17)
    }
  let scan_5: [k]i32 = scan k [is]
    \(x_18: i32, x_19: i32) : (i32) -> {
      let add_5: i32 = add_i32(x_18, x_19)
      in (add_5)
    } from (0i32)
    \(x_20: i32) : (i32) -> {
      in (x_20)
    }
  let scan_6: [l]f64 = scan l [zs]
    \(x_21: f64, x_22: f64) : (f64) -> {
      let add_6: f64 = add_f64(x_21, x_22)
      in (add_6)
    } from (0.0f64)
    \(x_23: f64) : (f64) -> {
      in (x_23)
    }
  in (add_2, scan, scan_2, scan_3, scan_4, scan_5, scan_6)

-- after split-ordered (Anf)
entry main as main (n: i64,
  m: i64,
  k: i64,
  l: i64,
  flags: [n]bool,
  xs: [n]f32,
  ys: [m]f32,
  is: [k]i32,
  zs: [l]f64) : (k_2: i64,
  result: [n]f32,
  result_2: [k_2]f32,
  result_3: [m]f32,
  result_4: [m]f32,
  result_5: [k]i32,
  result_6: [l]f64) =
  let t: bool = le_i64(16384i64, n)
  let t_2: i64 = quot_i64(n, 80i64)
  let choice: i64 = if t then {
    in (t_2)
  } else {
    in (0i64)
  }
  let runs: [choice]i64 = iota_i64(choice, 0i64, 1i64)
  let partial: [choice]bool, partial_2: [choice]f32 = map choice [runs]
    \(run: i64) : (bool, f32) -> {
      let t_3: i64 = mul_i64(run, 80i64)
      let elements: [80i64]bool = flags[t_3:+80i64*1i64]
      let elements_2: [80i64]f32 = xs[t_3:+80i64*1i64]
      let reduced: bool, reduced_2: f32 = reduce 80i64 [elements, elements_2]
        \(x: bool, x_2: f32, x_3: bool, x_4: f32) : (bool, f32) -> {
          let branch: bool = logor_bool(x, x_3)
          let branch_2: f32 = if x_3 then {
            in (x_4)
          } else {
            let add: f32 = add_f32(x_2, x_4)
            in (add)
          }
          in (branch, branch_2)
        } from (false, 0.0f32)
        \(x_5: bool, x_6: f32) : (bool, f32) -> {
          in (x_5, x_6)
        }
      in (reduced, reduced_2)
    }
  let ends: [choice]bool, ends_2: [choice]f32 = scan choice [partial, partial_2]
    \(x_7: bool, x_8: f32, x_9: bool, x_10: f32) : (bool, f32) -> {
      let branch_3: bool = logor_bool(x_7, x_9)
      let branch_4: f32 = if x_9 then {
        in (x_10)
      } else {
        let add_2: f32 = add_f32(x_8, x_10)
        in (add_2)
      }
      in (branch_3, branch_4)
    } from (false, 0.0f32)
    \(x_11: bool, x_12: f32) : (bool, f32) -> {
      in (x_11, x_12)
    }
  let runs_2: [choice]i64 = iota_i64(choice, 0i64, 1i64)
  let partial_3: [choice][80i64]f32 = map choice [runs_2]
    \(run_2: i64) : ([80i64]f32) -> {
      let t_4: i64 = mul_i64(run_2, 80i64)
      let first: bool = eq_i64(run_2, 0i64)
      let before: bool, before_2: f32 = if first then {
        in (false, 0.0f32)
      } else {
        let t_5: i64 = sub_i64(run_2, 1i64)
        let end: bool = ends[t_5]
        let end_2: f32 = ends_2[t_5]
        in (end, end_2)
      }
      let elements_3: [80i64]bool = flags[t_4:+80i64*1i64]
      let elements_4: [80i64]f32 = xs[t_4:+80i64*1i64]
      let scanned: [80i64]f32 = scan 80i64 [elements_3, elements_4]
        \(x_13: bool, x_14: f32, x_15: bool, x_16: f32) : (bool, f32) -> {
          let branch_5: bool = logor_bool(x_13, x_15)
          let branch_6: f32 = if x_15 then {
            in (x_16)
          } else {
            let add_3: f32 = add_f32(x_14, x_16)
            in (add_3)
          }
          in (branch_5, branch_6)
        } from (before, before_2)
        \(x_17: bool, x_18: f32) : (bool, f32) -> {
          in (x_17, x_18)
        }
        then \(x_19: bool, x_20: f32) : (f32) -> {
          in (x_20)
        }
      in (scanned)
    }
  let t_6: i64 = mul_i64(choice, 80i64)
  let t_7: i64 = sub_i64(n, t_6)
  let flat: [t_6]f32 = reshape([t_6], partial_3)
  let blank: *[t_7]f32 = scratch_f32([t_7])
  let joined: *[n]f32 = concat(n, [flat, blank])
  let first_2: bool = eq_i64(choice, 0i64)
  let before_3: bool, before_4: f32 = if first_2 then {
    in (false, 0.0f32)
  } else {
    let t_8: i64 = sub_i64(choice, 1i64)
    let end_3: bool = ends[t_8]
    let end_4: f32 = ends_2[t_8]
    in (end_3, end_4)
  }
  let elements_5: [t_7]bool = flags[t_6:+t_7*1i64]
  let elements_6: [t_7]f32 = xs[t_6:+t_7*1i64]
  let x_21: bool, x_22: f32, acc: *[n]f32 = loop (x_23: bool = before_3,
    x_24: f32 = before_4,
    acc_2: *[n]f32 = joined) for i: i64 < t_7 do {
    let x_25: bool = elements_5[i]
    let x_26: f32 = elements_6[i]
    let x_27: bool = x_25
    let x_28: f32 = x_26
    let branch_7: bool = logor_bool(x_23, x_27)
    let branch_8: f32 = if x_27 then {
      in (x_28)
    } else {
      let add_4: f32 = add_f32(x_24, x_28)
      in (add_4)
    }
    let x_29: bool = branch_7
    let x_30: f32 = branch_8
    let t_9: i64 = add_i64(t_6, i)
    let acc_3: *[n]f32 = acc_2 with [t_9] = x_30
    in (branch_7, branch_8, acc_3)
  }
  let scan: [n]f32 = acc
  let add_5: i64 = add_i64(n, m)
  let le: bool = le_i64(0i64, add_5)
  let cert: cert = assert le ("Range 0..1..<", add_5, " is invalid.") at [main.fut:10:50-61,
    main.fut:10:50-61]
  let iota: [add_5]i64 = <cert> iota_i64(add_5, 0i64, 1i64)
  let t_10: bool = le_i64(16384i64, add_5)
  let t_11: i64 = quot_i64(add_5, 80i64)
  let choice_2: i64 = if t_10 then {
    in (t_11)
  } else {
    in (0i64)
  }
  let runs_3: [choice_2]i64 = iota_i64(choice_2, 0i64, 1i64)
  let partial_4: [choice_2]f32 = map choice_2 [runs_3]
    \(run_3: i64) : (f32) -> {
      let t_12: i64 = mul_i64(run_3, 80i64)
      let numbers: [80i64]i64 = iota_i64(80i64, t_12, 1i64)
      let reduced_3: f32 = reduce 80i64 [numbers]
        \(x_31: f32, x_32: f32) : (f32) -> {
          let mul: f32 = mul_f32(x_31, x_32)
          in (mul)
        } from (1.0f32)
        \(x_33: i64) : (f32) -> {
          let mul_2: i64 = mul_i64(2i64, x_33)
          let add_6: i64 = add_i64(mul_2, 1i64)
          let conv: f32 = f32_of_i64(add_6)
          in (conv)
        }
      in (reduced_3)
    }
  let ends_3: [choice_2]f32 = scan choice_2 [partial_4]
    \(x_34: f32, x_35: f32) : (f32) -> {
      let mul_3: f32 = mul_f32(x_34, x_35)
      in (mul_3)
    } from (1.0f32)
    \(x_36: f32) : (f32) -> {
      in (x_36)
    }
  let runs_4: [choice_2]i64 = iota_i64(choice_2, 0i64, 1i64)
  let partial_5: [choice_2][80i64]f32 = map choice_2 [runs_4]
    \(run_4: i64) : ([80i64]f32) -> {
      let t_13: i64 = mul_i64(run_4, 80i64)
      let first_3: bool = eq_i64(run_4, 0i64)
      let before_5: f32 = if first_3 then {
        in (1.0f32)
      } else {
        let t_14: i64 = sub_i64(run_4, 1i64)
        let end_5: f32 = ends_3[t_14]
        in (end_5)
      }
      let numbers_2: [80i64]i64 = iota_i64(80i64, t_13, 1i64)
      let scanned_2: [80i64]f32 = scan 80i64 [numbers_2]
        \(x_37: f32, x_38: f32) : (f32) -> {
          let mul_4: f32 = mul_f32(x_37, x_38)
          in (mul_4)
        } from (before_5)
        \(x_39: i64) : (f32) -> {
          let mul_5: i64 = mul_i64(2i64, x_39)
          let add_7: i64 = add_i64(mul_5, 1i64)
          let conv_2: f32 = f32_of_i64(add_7)
          in (conv_2)
        }
      in (scanned_2)
    }
  let t_15: i64 = mul_i64(choice_2, 80i64)
  let t_16: i64 = sub_i64(add_5, t_15)
  let flat_2: [t_15]f32 = reshape([t_15], partial_5)
  let blank_2: *[t_16]f32 = scratch_f32([t_16])
  let joined_2: *[add_5]f32 = concat(add_5, [flat_2, blank_2])
  let first_4: bool = eq_i64(choice_2, 0i64)
  let before_6: f32 = if first_4 then {
    in (1.0f32)
  } else {
    let t_17: i64 = sub_i64(choice_2, 1i64)
    let end_6: f32 = ends_3[t_17]
    in (end_6)
  }
  let numbers_3: [t_16]i64 = iota_i64(t_16, t_15, 1i64)
  let x_40: f32, acc_4: *[add_5]f32 = loop (x_41: f32 = before_6,
    acc_5: *[add_5]f32 = joined_2) for i_2: i64 < t_16 do {
    let x_42: i64 = numbers_3[i_2]
    let mul_6: i64 = mul_i64(2i64, x_42)
    let add_8: i64 = add_i64(mul_6, 1i64)
    let conv_3: f32 = f32_of_i64(add_8)
    let x_43: f32 = conv_3
    let mul_7: f32 = mul_f32(x_41, x_43)
    let x_44: f32 = mul_7
    let t_18: i64 = add_i64(t_15, i_2)
    let acc_6: *[add_5]f32 = acc_5 with [t_18] = x_44
    in (mul_7, acc_6)
  }
  let scan_2: [add_5]f32 = acc_4
  let t_19: bool = le_i64(16384i64, m)
  let t_20: i64 = quot_i64(m, 80i64)
  let choice_3: i64 = if t_19 then {
    in (t_20)
  } else {
    in (0i64)
  }
  let runs_5: [choice_3]i64 = iota_i64(choice_3, 0i64, 1i64)
  let partial_6: [choice_3]f32, partial_7: [choice_3]f32 = map choice_3 [runs_5]
    \(run_5: i64) : (f32, f32) -> {
      let t_21: i64 = mul_i64(run_5, 80i64)
      let elements_7: [80i64]f32 = ys[t_21:+80i64*1i64]
      let elements_8: [80i64]f32 = ys[t_21:+80i64*1i64]
      let reduced_4: f32, reduced_5: f32 = reduce 80i64 [elements_7, elements_8]
        \(x_45: f32, x_46: f32, x_47: f32, x_48: f32) : (f32, f32) -> {
          let max: f32 = max_f32(x_45, x_47)
          let add_9: f32 = add_f32(x_46, x_48)
          in (max, add_9)
        } from (0.0f32, 0.0f32)
        \(x_49: f32, x_50: f32) : (f32, f32) -> {
          in (x_49, x_50)
        }
      in (reduced_4, reduced_5)
    }
  let ends_4: [choice_3]f32, ends_5: [choice_3]f32 = scan choice_3 [partial_6, partial_7]
    \(x_51: f32, x_52: f32, x_53: f32, x_54: f32) : (f32, f32) -> {
      let max_2: f32 = max_f32(x_51, x_53)
      let add_10: f32 = add_f32(x_52, x_54)
      in (max_2, add_10)
    } from (0.0f32, 0.0f32)
    \(x_55: f32, x_56: f32) : (f32, f32) -> {
      in (x_55, x_56)
    }
  let runs_6: [choice_3]i64 = iota_i64(choice_3, 0i64, 1i64)
  let partial_8: [choice_3][80i64]f32, partial_9: [choice_3][80i64]f32 = map choice_3 [runs_6]
    \(run_6: i64) : ([80i64]f32, [80i64]f32) -> {
      let t_22: i64 = mul_i64(run_6, 80i64)
      let first_5: bool = eq_i64(run_6, 0i64)
      let before_7: f32, before_8: f32 = if first_5 then {
        in (0.0f32, 0.0f32)
      } else {
        let t_23: i64 = sub_i64(run_6, 1i64)
        let end_7: f32 = ends_4[t_23]
        let end_8: f32 = ends_5[t_23]
        in (end_7, end_8)
      }
      let elements_9: [80i64]f32 = ys[t_22:+80i64*1i64]
      let elements_10: [80i64]f32 = ys[t_22:+80i64*1i64]
      let scanned_3: [80i64]f32, scanned_4: [80i64]f32 = scan 80i64 [elements_9, elements_10]
        \(x_57: f32, x_58: f32, x_59: f32, x_60: f32) : (f32, f32) -> {
          let max_3: f32 = max_f32(x_57, x_59)
          let add_11: f32 = add_f32(x_58, x_60)
          in (max_3, add_11)
        } from (before_7, before_8)
        \(x_61: f32, x_62: f32) : (f32, f32) -> {
          in (x_61, x_62)
        }
      in (scanned_3, scanned_4)
    }
  let t_24: i64 = mul_i64(choice_3, 80i64)
  let t_25: i64 = sub_i64(m, t_24)
  let flat_3: [t_24]f32 = reshape([t_24], partial_8)
  let blank_3: *[t_25]f32 = scratch_f32([t_25])
  let joined_3: *[m]f32 = concat(m, [flat_3, blank_3])
  let flat_4: [t_24]f32 = reshape([t_24], partial_9)
  let blank_4: *[t_25]f32 = scratch_f32([t_25])
  let joined_4: *[m]f32 = concat(m, [flat_4, blank_4])
  let first_6: bool = eq_i64(choice_3, 0i64)
  let before_9: f32, before_10: f32 = if first_6 then {
    in (0.0f32, 0.0f32)
  } else {
    let t_26: i64 = sub_i64(choice_3, 1i64)
    let end_9: f32 = ends_4[t_26]
    let end_10: f32 = ends_5[t_26]
    in (end_9, end_10)
  }
  let elements_11: [t_25]f32 = ys[t_24:+t_25*1i64]
  let elements_12: [t_25]f32 = ys[t_24:+t_25*1i64]
  let x_63: f32, x_64: f32, acc_7: *[m]f32, acc_8: *[m]f32 = loop (x_65: f32 = before_9,
    x_66: f32 = before_10,
    acc_9: *[m]f32 = joined_3,
    acc_10: *[m]f32 = joined_4) for i_3: i64 < t_25 do {
    let x_67: f32 = elements_11[i_3]
    let x_68: f32 = elements_12[i_3]
    let x_69: f32 = x_67
    let x_70: f32 = x_68
    let max_4: f32 = max_f32(x_65, x_69)
    let add_12: f32 = add_f32(x_66, x_70)
    let x_71: f32 = max_4
    let x_72: f32 = add_12
    let t_27: i64 = add_i64(t_24, i_3)
    let acc_11: *[m]f32 = acc_9 with [t_27] = x_71
    let acc_12: *[m]f32 = acc_10 with [t_27] = x_72
    in (max_4, add_12, acc_11, acc_12)
  }
  let scan_3: [m]f32, scan_4: [m]f32 = (acc_7, acc_8)
  let scan_5: [k]i32 = scan k [is]
    \(x_73: i32, x_74: i32) : (i32) -> {
      let add_13: i32 = add_i32(x_73, x_74)
      in (add_13)
    } from (0i32)
    \(x_75: i32) : (i32) -> {
      in (x_75)
    }
  let scan_6: [l]f64 = scan l [zs]
    \(x_76: f64, x_77: f64) : (f64) -> {
      let add_14: f64 = add_f64(x_76, x_77)
      in (add_14)
    } from (0.0f64)
    \(x_78: f64) : (f64) -> {
      in (x_78)
    }
  in (add_5, scan, scan_2, scan_3, scan_4, scan_5, scan_6)
