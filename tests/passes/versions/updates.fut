-- A histogram of each row is one histogram of all rows, if the bins are new or copies of rows. A scatter is one, too.
-- options: threshold=1000
entry main [n] [m] [k] (dss: [n][k]i32) (bss: [n][m]i64) : ([n][k]i32, [n][9]i64) =
  unzip (map2 (\ds bs -> (reduce_by_index (copy ds) (+) 0 bs (replicate m 1), scatter (replicate 9 7) bs (iota m))) dss bss)
-- ---
-- before versions (Anf)
entry main as main (n: i64,
  k: i64,
  m: i64,
  dss: [n][k]i32,
  bss: [n][m]i64) : (result: [n][k]i32, result_2: [n][9i64]i64) =
  let map: [n][k]i32, map_2: [n][9i64]i64 = map n [dss, bss]
    \(x: [k]i32, x_2: [m]i64) : ([k]i32, [9i64]i64) -> {
      let copy: [k]i32 = copy(x)
      let hist: [k]i32 = hist m [x_2]
        bins k of [copy] by \(x_3: i32, x_4: i32) : (i32) -> {
          let add: i32 = add_i32(x_3, x_4)
          in (add)
        } from (0i32)
        \(x_5: i64) : (i64, i32) -> {
          in (x_5, 1i32)
        }
      let replicate: [9i64]i64 = replicate([9i64], 7i64)
      let iota: [m]i64 = iota_i64(m, 0i64, 1i64)
      let scatter: [9i64]i64 = scatter m [x_2, iota]
        [replicate by 1]
        \(x_6: i64, x_7: i64) : (i64, i64) -> {
          in (x_6, x_7)
        }
      in (hist, scatter)
    }
  in (map, map_2)

-- after versions (Anf)
entry main as main (n: i64,
  k: i64,
  m: i64,
  dss: [n][k]i32,
  bss: [n][m]i64) : (result: [n][k]i32, result_2: [n][9i64]i64) =
  let t: bool = lt_i64(n, 1000i64)
  let map: [n][k]i32, map_2: [n][9i64]i64 = if t then {
    let t_2: i64 = mul_i64(n, m)
    let numbers: [t_2]i64 = iota_i64(t_2, 0i64, 1i64)
    let t_3: i64 = mul_i64(n, k)
    let copy: [n][k]i32 = copy(dss)
    let bins: [t_3]i32 = reshape([t_3], copy)
    let flat: [t_3]i32 = hist t_2 [numbers]
      bins t_3 of [bins] by \(x: i32, x_2: i32) : (i32) -> {
        let add: i32 = add_i32(x, x_2)
        in (add)
      } from (0i32)
      \(k_2: i64) : (i64, i32) -> {
        let t_4: i64 = quot_i64(k_2, m)
        let t_5: i64 = mul_i64(t_4, m)
        let t_6: i64 = sub_i64(k_2, t_5)
        let x_3: [k]i32 = dss[t_4, 0i64:+k*1i64]
        let copy_2: [k]i32 = copy(x_3)
        let x_4: i64 = bss[t_4, t_6]
        let low: bool = le_i64(0i64, x_4)
        let high: bool = lt_i64(x_4, k)
        let both: bool = logand_bool(low, high)
        let t_7: i64 = mul_i64(t_4, k)
        let t_8: i64 = add_i64(t_7, x_4)
        let choice: i64 = if both then {
          in (t_8)
        } else {
          in (-1i64)
        }
        in (choice, 1i32)
      }
    let rows: [n][k]i32 = reshape([n, k], flat)
    let numbers_2: [t_2]i64 = iota_i64(t_2, 0i64, 1i64)
    let t_9: i64 = mul_i64(n, 9i64)
    let bins_2: [t_9]i64 = replicate([t_9], 7i64)
    let flat_2: [t_9]i64 = scatter t_2 [numbers_2]
      [bins_2 by 1]
      \(k_3: i64) : (i64, i64) -> {
        let t_10: i64 = quot_i64(k_3, m)
        let t_11: i64 = mul_i64(t_10, m)
        let t_12: i64 = sub_i64(k_3, t_11)
        let x_5: [k]i32 = dss[t_10, 0i64:+k*1i64]
        let copy_3: [k]i32 = copy(x_5)
        let replicate: [9i64]i64 = replicate([9i64], 7i64)
        let iota: [m]i64 = iota_i64(m, 0i64, 1i64)
        let x_6: i64 = bss[t_10, t_12]
        let x_7: i64 = t_12
        let low_2: bool = le_i64(0i64, x_6)
        let high_2: bool = lt_i64(x_6, 9i64)
        let both_2: bool = logand_bool(low_2, high_2)
        let t_13: i64 = mul_i64(t_10, 9i64)
        let t_14: i64 = add_i64(t_13, x_6)
        let choice_2: i64 = if both_2 then {
          in (t_14)
        } else {
          in (-1i64)
        }
        in (choice_2, x_7)
      }
    let rows_2: [n][9i64]i64 = reshape([n, 9i64], flat_2)
    let map_3: [n][k]i32, map_4: [n][9i64]i64 = (rows, rows_2)
    in (map_3, map_4)
  } else {
    let map_5: [n][k]i32, map_6: [n][9i64]i64 = map n [dss, bss]
      \(x_8: [k]i32, x_9: [m]i64) : ([k]i32, [9i64]i64) -> {
        let copy_4: [k]i32 = copy(x_8)
        let hist: [k]i32 = hist m [x_9]
          bins k of [copy_4] by \(x_10: i32, x_11: i32) : (i32) -> {
            let add_2: i32 = add_i32(x_10, x_11)
            in (add_2)
          } from (0i32)
          \(x_12: i64) : (i64, i32) -> {
            in (x_12, 1i32)
          }
        let replicate_2: [9i64]i64 = replicate([9i64], 7i64)
        let iota_2: [m]i64 = iota_i64(m, 0i64, 1i64)
        let scatter: [9i64]i64 = scatter m [x_9, iota_2]
          [replicate_2 by 1]
          \(x_13: i64, x_14: i64) : (i64, i64) -> {
            in (x_13, x_14)
          }
        in (hist, scatter)
      }
    in (map_5, map_6)
  }
  in (map, map_2)
