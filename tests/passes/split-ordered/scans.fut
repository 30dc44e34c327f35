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
  let scan: [n]f32 = if t then {
    let t_2: i64 = quot_i64(n, 80i64)
    let runs: [t_2]i64 = iota_i64(t_2, 0i64, 1i64)
    let partial: [t_2]bool, partial_2: [t_2]f32 = map t_2 [runs]
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
    let ends: [t_2]bool, ends_2: [t_2]f32 = scan t_2 [partial, partial_2]
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
    let runs_2: [t_2]i64 = iota_i64(t_2, 0i64, 1i64)
    let partial_3: [t_2][80i64]f32 = map t_2 [runs_2]
      \(run_2: i64) : ([80i64]f32) -> {
        let t_4: i64 = mul_i64(run_2, 80i64)
        let first: bool = eq_i64(run_2, 0i64)
        let reduced_3: bool, reduced_4: f32 = if first then {
          in (false, 0.0f32)
        } else {
          let t_5: i64 = sub_i64(run_2, 1i64)
          let before: bool = ends[t_5]
          let before_2: f32 = ends_2[t_5]
          in (before, before_2)
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
          } from (reduced_3, reduced_4)
          \(x_17: bool, x_18: f32) : (bool, f32) -> {
            in (x_17, x_18)
          }
          then \(x_19: bool, x_20: f32) : (f32) -> {
            in (x_20)
          }
        in (scanned)
      }
    let t_6: i64 = mul_i64(t_2, 80i64)
    let t_7: i64 = sub_i64(n, t_6)
    let t_8: i64 = sub_i64(t_2, 1i64)
    let before_3: bool = ends[t_8]
    let before_4: f32 = ends_2[t_8]
    let elements_5: [t_7]bool = flags[t_6:+t_7*1i64]
    let elements_6: [t_7]f32 = xs[t_6:+t_7*1i64]
    let scanned_2: [t_7]f32 = scan t_7 [elements_5, elements_6]
      \(x_21: bool, x_22: f32, x_23: bool, x_24: f32) : (bool, f32) -> {
        let branch_7: bool = logor_bool(x_21, x_23)
        let branch_8: f32 = if x_23 then {
          in (x_24)
        } else {
          let add_4: f32 = add_f32(x_22, x_24)
          in (add_4)
        }
        in (branch_7, branch_8)
      } from (false, 0.0f32)
      \(x_25: bool, x_26: f32) : (bool, f32) -> {
        in (x_25, x_26)
      }
      then \(x_27: bool, x_28: f32) : (f32) -> {
        let x_29: bool = before_3
        let x_30: f32 = before_4
        let branch_9: bool = logor_bool(x_29, x_27)
        let branch_10: f32 = if x_27 then {
          in (x_28)
        } else {
          let add_5: f32 = add_f32(x_30, x_28)
          in (add_5)
        }
        let x_31: bool = branch_9
        let x_32: f32 = branch_10
        in (x_32)
      }
    let flat: [t_6]f32 = reshape([t_6], partial_3)
    let joined: [n]f32 = concat(n, [flat, scanned_2])
    in (joined)
  } else {
    let scan_2: [n]f32 = scan n [flags, xs]
      \(x_33: bool, x_34: f32, x_35: bool, x_36: f32) : (bool, f32) -> {
        let branch_11: bool = logor_bool(x_33, x_35)
        let branch_12: f32 = if x_35 then {
          in (x_36)
        } else {
          let add_6: f32 = add_f32(x_34, x_36)
          in (add_6)
        }
        in (branch_11, branch_12)
      } from (false, 0.0f32)
      \(x_37: bool, x_38: f32) : (bool, f32) -> {
        in (x_37, x_38)
      }
      then \(x_39: bool, x_40: f32) : (f32) -> {
        in (x_40)
      }
    in (scan_2)
  }
  let add_7: i64 = add_i64(n, m)
  let le: bool = le_i64(0i64, add_7)
  let cert: cert = assert le ("Range 0..1..<", add_7, " is invalid.") at [main.fut:10:50-61,
    main.fut:10:50-61]
  let iota: [add_7]i64 = <cert> iota_i64(add_7, 0i64, 1i64)
  let t_9: bool = le_i64(16384i64, add_7)
  let scan_3: [add_7]f32 = if t_9 then {
    let t_10: i64 = quot_i64(add_7, 80i64)
    let runs_3: [t_10]i64 = iota_i64(t_10, 0i64, 1i64)
    let partial_4: [t_10]f32 = map t_10 [runs_3]
      \(run_3: i64) : (f32) -> {
        let t_11: i64 = mul_i64(run_3, 80i64)
        let numbers: [80i64]i64 = iota_i64(80i64, t_11, 1i64)
        let reduced_5: f32 = reduce 80i64 [numbers]
          \(x_41: f32, x_42: f32) : (f32) -> {
            let mul: f32 = mul_f32(x_41, x_42)
            in (mul)
          } from (1.0f32)
          \(x_43: i64) : (f32) -> {
            let mul_2: i64 = mul_i64(2i64, x_43)
            let add_8: i64 = add_i64(mul_2, 1i64)
            let conv: f32 = f32_of_i64(add_8)
            in (conv)
          }
        in (reduced_5)
      }
    let ends_3: [t_10]f32 = scan t_10 [partial_4]
      \(x_44: f32, x_45: f32) : (f32) -> {
        let mul_3: f32 = mul_f32(x_44, x_45)
        in (mul_3)
      } from (1.0f32)
      \(x_46: f32) : (f32) -> {
        in (x_46)
      }
    let runs_4: [t_10]i64 = iota_i64(t_10, 0i64, 1i64)
    let partial_5: [t_10][80i64]f32 = map t_10 [runs_4]
      \(run_4: i64) : ([80i64]f32) -> {
        let t_12: i64 = mul_i64(run_4, 80i64)
        let first_2: bool = eq_i64(run_4, 0i64)
        let reduced_6: f32 = if first_2 then {
          in (1.0f32)
        } else {
          let t_13: i64 = sub_i64(run_4, 1i64)
          let before_5: f32 = ends_3[t_13]
          in (before_5)
        }
        let numbers_2: [80i64]i64 = iota_i64(80i64, t_12, 1i64)
        let scanned_3: [80i64]f32 = scan 80i64 [numbers_2]
          \(x_47: f32, x_48: f32) : (f32) -> {
            let mul_4: f32 = mul_f32(x_47, x_48)
            in (mul_4)
          } from (reduced_6)
          \(x_49: i64) : (f32) -> {
            let mul_5: i64 = mul_i64(2i64, x_49)
            let add_9: i64 = add_i64(mul_5, 1i64)
            let conv_2: f32 = f32_of_i64(add_9)
            in (conv_2)
          }
        in (scanned_3)
      }
    let t_14: i64 = mul_i64(t_10, 80i64)
    let t_15: i64 = sub_i64(add_7, t_14)
    let t_16: i64 = sub_i64(t_10, 1i64)
    let before_6: f32 = ends_3[t_16]
    let numbers_3: [t_15]i64 = iota_i64(t_15, t_14, 1i64)
    let scanned_4: [t_15]f32 = scan t_15 [numbers_3]
      \(x_50: f32, x_51: f32) : (f32) -> {
        let mul_6: f32 = mul_f32(x_50, x_51)
        in (mul_6)
      } from (1.0f32)
      \(x_52: i64) : (f32) -> {
        let mul_7: i64 = mul_i64(2i64, x_52)
        let add_10: i64 = add_i64(mul_7, 1i64)
        let conv_3: f32 = f32_of_i64(add_10)
        in (conv_3)
      }
      then \(x_53: f32) : (f32) -> {
        let x_54: f32 = before_6
        let mul_8: f32 = mul_f32(x_54, x_53)
        let x_55: f32 = mul_8
        in (x_55)
      }
    let flat_2: [t_14]f32 = reshape([t_14], partial_5)
    let joined_2: [add_7]f32 = concat(add_7, [flat_2, scanned_4])
    in (joined_2)
  } else {
    let scan_4: [add_7]f32 = scan add_7 [iota]
      \(x_56: f32, x_57: f32) : (f32) -> {
        let mul_9: f32 = mul_f32(x_56, x_57)
        in (mul_9)
      } from (1.0f32)
      \(x_58: i64) : (f32) -> {
        let mul_10: i64 = mul_i64(2i64, x_58)
        let add_11: i64 = add_i64(mul_10, 1i64)
        let conv_4: f32 = f32_of_i64(add_11)
        in (conv_4)
      }
    in (scan_4)
  }
  let t_17: bool = le_i64(16384i64, m)
  let scan_5: [m]f32, scan_6: [m]f32 = if t_17 then {
    let t_18: i64 = quot_i64(m, 80i64)
    let runs_5: [t_18]i64 = iota_i64(t_18, 0i64, 1i64)
    let partial_6: [t_18]f32, partial_7: [t_18]f32 = map t_18 [runs_5]
      \(run_5: i64) : (f32, f32) -> {
        let t_19: i64 = mul_i64(run_5, 80i64)
        let elements_7: [80i64]f32 = ys[t_19:+80i64*1i64]
        let elements_8: [80i64]f32 = ys[t_19:+80i64*1i64]
        let reduced_7: f32, reduced_8: f32 = reduce 80i64 [elements_7, elements_8]
          \(x_59: f32, x_60: f32, x_61: f32, x_62: f32) : (f32, f32) -> {
            let max: f32 = max_f32(x_59, x_61)
            let add_12: f32 = add_f32(x_60, x_62)
            in (max, add_12)
          } from (0.0f32, 0.0f32)
          \(x_63: f32, x_64: f32) : (f32, f32) -> {
            in (x_63, x_64)
          }
        in (reduced_7, reduced_8)
      }
    let ends_4: [t_18]f32, ends_5: [t_18]f32 = scan t_18 [partial_6, partial_7]
      \(x_65: f32, x_66: f32, x_67: f32, x_68: f32) : (f32, f32) -> {
        let max_2: f32 = max_f32(x_65, x_67)
        let add_13: f32 = add_f32(x_66, x_68)
        in (max_2, add_13)
      } from (0.0f32, 0.0f32)
      \(x_69: f32, x_70: f32) : (f32, f32) -> {
        in (x_69, x_70)
      }
    let runs_6: [t_18]i64 = iota_i64(t_18, 0i64, 1i64)
    let partial_8: [t_18][80i64]f32, partial_9: [t_18][80i64]f32 = map t_18 [runs_6]
      \(run_6: i64) : ([80i64]f32, [80i64]f32) -> {
        let t_20: i64 = mul_i64(run_6, 80i64)
        let first_3: bool = eq_i64(run_6, 0i64)
        let reduced_9: f32, reduced_10: f32 = if first_3 then {
          in (0.0f32, 0.0f32)
        } else {
          let t_21: i64 = sub_i64(run_6, 1i64)
          let before_7: f32 = ends_4[t_21]
          let before_8: f32 = ends_5[t_21]
          in (before_7, before_8)
        }
        let elements_9: [80i64]f32 = ys[t_20:+80i64*1i64]
        let elements_10: [80i64]f32 = ys[t_20:+80i64*1i64]
        let scanned_5: [80i64]f32, scanned_6: [80i64]f32 = scan 80i64 [elements_9, elements_10]
          \(x_71: f32, x_72: f32, x_73: f32, x_74: f32) : (f32, f32) -> {
            let max_3: f32 = max_f32(x_71, x_73)
            let add_14: f32 = add_f32(x_72, x_74)
            in (max_3, add_14)
          } from (reduced_9, reduced_10)
          \(x_75: f32, x_76: f32) : (f32, f32) -> {
            in (x_75, x_76)
          }
        in (scanned_5, scanned_6)
      }
    let t_22: i64 = mul_i64(t_18, 80i64)
    let t_23: i64 = sub_i64(m, t_22)
    let t_24: i64 = sub_i64(t_18, 1i64)
    let before_9: f32 = ends_4[t_24]
    let before_10: f32 = ends_5[t_24]
    let elements_11: [t_23]f32 = ys[t_22:+t_23*1i64]
    let elements_12: [t_23]f32 = ys[t_22:+t_23*1i64]
    let scanned_7: [t_23]f32, scanned_8: [t_23]f32 = scan t_23 [elements_11, elements_12]
      \(x_77: f32, x_78: f32, x_79: f32, x_80: f32) : (f32, f32) -> {
        let max_4: f32 = max_f32(x_77, x_79)
        let add_15: f32 = add_f32(x_78, x_80)
        in (max_4, add_15)
      } from (0.0f32, 0.0f32)
      \(x_81: f32, x_82: f32) : (f32, f32) -> {
        in (x_81, x_82)
      }
      then \(x_83: f32, x_84: f32) : (f32, f32) -> {
        let x_85: f32 = before_9
        let x_86: f32 = before_10
        let max_5: f32 = max_f32(x_85, x_83)
        let add_16: f32 = add_f32(x_86, x_84)
        let x_87: f32 = max_5
        let x_88: f32 = add_16
        in (x_87, x_88)
      }
    let flat_3: [t_22]f32 = reshape([t_22], partial_8)
    let joined_3: [m]f32 = concat(m, [flat_3, scanned_7])
    let flat_4: [t_22]f32 = reshape([t_22], partial_9)
    let joined_4: [m]f32 = concat(m, [flat_4, scanned_8])
    in (joined_3, joined_4)
  } else {
    let scan_7: [m]f32, scan_8: [m]f32 = scan m [ys, ys]
      \(x_89: f32, x_90: f32, x_91: f32, x_92: f32) : (f32, f32) -> {
        let max_6: f32 = max_f32(x_89, x_91)
        let add_17: f32 = add_f32(x_90, x_92)
        in (max_6, add_17)
      } from (0.0f32, 0.0f32)
      \(x_93: f32, x_94: f32) : (f32, f32) -> {
        in (x_93, x_94)
      }
    in (scan_7, scan_8)
  }
  let scan_9: [k]i32 = scan k [is]
    \(x_95: i32, x_96: i32) : (i32) -> {
      let add_18: i32 = add_i32(x_95, x_96)
      in (add_18)
    } from (0i32)
    \(x_97: i32) : (i32) -> {
      in (x_97)
    }
  let scan_10: [l]f64 = scan l [zs]
    \(x_98: f64, x_99: f64) : (f64) -> {
      let add_19: f64 = add_f64(x_98, x_99)
      in (add_19)
    } from (0.0f64)
    \(x_100: f64) : (f64) -> {
      in (x_100)
    }
  in (add_7, scan, scan_3, scan_5, scan_6, scan_9, scan_10)
