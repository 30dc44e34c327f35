-- The segmented scan of the documentation.
-- Documentation:
-- map (\xs -> scan (+) 0 xs) xss
-- becomes
-- reshape (scan (\(f, x) (g, y) -> (f || g, if g then y else x + y)) (false, 0)
--          (map (\k -> (k % m == 0, xss[k / m, k % m])) (iota (n·m))))
--
-- Written out:
-- map n [xss] \(x: [m]i32) : ([m]i32) -> { scan = scan m [x]
-- becomes
-- all = mul_i64(n, m) numbers = iota_i64(all, 0i64, 1i64) flat = scan all [numbers] … logor_bool(f, g) … from (false, 0i32) … reshape([n, m], flat)
--
entry main [n] [m] (xss: [n][m]i32) = map (\xs -> scan (+) 0 xs) xss
-- ---
-- before versions (Anf)
entry main as main (n: i64, m: i64, xss: [n][m]i32) : (result: [n][m]i32) =
  let map: [n][m]i32 = map n [xss]
    \(x: [m]i32) : ([m]i32) -> {
      let scan: [m]i32 = scan m [x]
        \(x_2: i32, x_3: i32) : (i32) -> {
          let add: i32 = add_i32(x_2, x_3)
          in (add)
        } from (0i32)
        \(x_4: i32) : (i32) -> {
          in (x_4)
        }
      in (scan)
    }
  in (map)

-- after versions (Anf)
entry main as main (n: i64, m: i64, xss: [n][m]i32) : (result: [n][m]i32) =
  let capacity: i64 = capacity()
  let t: i64 = mul_i64(capacity, 2i64)
  let t_2: bool = lt_i64(n, t)
  let t_3: bool = le_i64(256i64, m)
  let t_4: i64 = mul_i64(n, 64i64)
  let t_5: bool = le_i64(capacity, t_4)
  let t_6: bool = le_i64(4i64, n)
  let both: bool = logand_bool(t_5, t_6)
  let both_2: bool = logand_bool(t_2, t_3)
  let both_3: bool = logand_bool(both_2, both)
  let t_7: i64 = mul_i64(n, 16i64)
  let t_8: bool = le_i64(t_7, m)
  let both_4: bool = logand_bool(t_3, t_8)
  let both_5: bool = logand_bool(t_2, both_4)
  let map: [n][m]i32 = if both_3 then {
    let map_2: [n][m]i32 = group map n [xss]
      \(x: [m]i32) : ([m]i32) -> {
        let scan: [m]i32 = scan m [x]
          \(x_2: i32, x_3: i32) : (i32) -> {
            let add: i32 = add_i32(x_2, x_3)
            in (add)
          } from (0i32)
          \(x_4: i32) : (i32) -> {
            in (x_4)
          }
        in (scan)
      }
    in (map_2)
  } else {
    let map_3: [n][m]i32 = if both_5 then {
      let t_9: i64 = mul_i64(n, m)
      let numbers: [t_9]i64 = iota_i64(t_9, 0i64, 1i64)
      let flat: [t_9]i32 = scan t_9 [numbers]
        \(flag: bool, x_5: i32, flag_2: bool, x_6: i32) : (bool, i32) -> {
          let flag_3: bool = logor_bool(flag, flag_2)
          let x_7: i32 = if flag_2 then {
            in (x_6)
          } else {
            let x_8: i32 = x_5
            let x_9: i32 = x_6
            let add_2: i32 = add_i32(x_8, x_9)
            in (add_2)
          }
          in (flag_3, x_7)
        } from (false, 0i32)
        \(k: i64) : (bool, i32, i64) -> {
          let t_10: i64 = quot_i64(k, m)
          let t_11: i64 = mul_i64(t_10, m)
          let t_12: i64 = sub_i64(k, t_11)
          let begins: bool = eq_i64(t_12, 0i64)
          let x_10: i32 = xss[t_10, t_12]
          in (begins, x_10, k)
        }
        then \(flag_4: bool, x_11: i32, k_2: i64) : (i32) -> {
          let t_13: i64 = quot_i64(k_2, m)
          let t_14: i64 = mul_i64(t_13, m)
          let t_15: i64 = sub_i64(k_2, t_14)
          in (x_11)
        }
      let rows: [n][m]i32 = reshape([n, m], flat)
      let map_4: [n][m]i32 = rows
      in (map_4)
    } else {
      let map_5: [n][m]i32 = map n [xss]
        \(x_12: [m]i32) : ([m]i32) -> {
          let scan_2: [m]i32 = scan m [x_12]
            \(x_13: i32, x_14: i32) : (i32) -> {
              let add_3: i32 = add_i32(x_13, x_14)
              in (add_3)
            } from (0i32)
            \(x_15: i32) : (i32) -> {
              in (x_15)
            }
          in (scan_2)
        }
      in (map_5)
    }
    in (map_3)
  }
  in (map)
