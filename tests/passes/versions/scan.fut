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
  let t_4: i64 = mul_i64(n, 16i64)
  let t_5: bool = le_i64(t_4, m)
  let both: bool = logand_bool(t_3, t_5)
  let both_2: bool = logand_bool(t_2, both)
  let map: [n][m]i32 = if both_2 then {
    let t_6: i64 = mul_i64(n, m)
    let numbers: [t_6]i64 = iota_i64(t_6, 0i64, 1i64)
    let flat: [t_6]i32 = scan t_6 [numbers]
      \(flag: bool, x: i32, flag_2: bool, x_2: i32) : (bool, i32) -> {
        let flag_3: bool = logor_bool(flag, flag_2)
        let x_3: i32 = if flag_2 then {
          in (x_2)
        } else {
          let x_4: i32 = x
          let x_5: i32 = x_2
          let add: i32 = add_i32(x_4, x_5)
          in (add)
        }
        in (flag_3, x_3)
      } from (false, 0i32)
      \(k: i64) : (bool, i32, i64) -> {
        let t_7: i64 = quot_i64(k, m)
        let t_8: i64 = mul_i64(t_7, m)
        let t_9: i64 = sub_i64(k, t_8)
        let begins: bool = eq_i64(t_9, 0i64)
        let x_6: i32 = xss[t_7, t_9]
        in (begins, x_6, k)
      }
      then \(flag_4: bool, x_7: i32, k_2: i64) : (i32) -> {
        let t_10: i64 = quot_i64(k_2, m)
        let t_11: i64 = mul_i64(t_10, m)
        let t_12: i64 = sub_i64(k_2, t_11)
        in (x_7)
      }
    let rows: [n][m]i32 = reshape([n, m], flat)
    let map_2: [n][m]i32 = rows
    in (map_2)
  } else {
    let map_3: [n][m]i32 = map n [xss]
      \(x_8: [m]i32) : ([m]i32) -> {
        let scan: [m]i32 = scan m [x_8]
          \(x_9: i32, x_10: i32) : (i32) -> {
            let add_2: i32 = add_i32(x_9, x_10)
            in (add_2)
          } from (0i32)
          \(x_11: i32) : (i32) -> {
            in (x_11)
          }
        in (scan)
      }
    in (map_3)
  }
  in (map)
