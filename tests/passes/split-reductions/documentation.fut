-- The example of the documentation.
-- Documentation:
-- reduce f e xss
-- becomes
-- if n >= 256 && m <= 32768
-- then reduce f e (map (\k -> reduce f e xss[k·s :+ s]) (iota 64))
-- else reduce f e xss
--
-- Written out:
-- reduce n [xss]
-- becomes
-- le_i64(256i64, n) … le_i64(m, 32768i64) … if both then { … map 64i64 [parts] … reduce t_8 [elements] … reduce 64i64 [partial] … } else { … reduce n [xss]
--
entry main [n][m] (e: [m]i32) (xss: [n][m]i32) = reduce (\xs ys -> scan (+) 0 (map2 (+) xs ys)) e xss
-- ---
-- before split-reductions (Anf)
entry main as main (m: i64,
  n: i64,
  e: [m]i32,
  xss: [n][m]i32) : (result: [m]i32) =
  let red: [m]i32 = reduce n [xss]
    \(x: [m]i32, x_2: [m]i32) : ([m]i32) -> {
      let scan: [m]i32 = scan m [x, x_2]
        \(x_3: i32, x_4: i32) : (i32) -> {
          let add: i32 = add_i32(x_3, x_4)
          in (add)
        } from (0i32)
        \(x_5: i32, x_6: i32) : (i32) -> {
          let add_2: i32 = add_i32(x_5, x_6)
          in (add_2)
        }
      in (scan)
    } from (e)
    \(x_7: [m]i32) : ([m]i32) -> {
      in (x_7)
    }
  in (red)

-- after split-reductions (Anf)
entry main as main (m: i64,
  n: i64,
  e: [m]i32,
  xss: [n][m]i32) : (result: [m]i32) =
  let t: bool = le_i64(256i64, n)
  let t_2: bool = le_i64(m, 32768i64)
  let both: bool = logand_bool(t, t_2)
  let red: [m]i32 = if both then {
    let t_3: i64 = add_i64(n, 63i64)
    let t_4: i64 = quot_i64(t_3, 64i64)
    let parts: [64i64]i64 = iota_i64(64i64, 0i64, 1i64)
    let partial: [64i64][m]i32 = map 64i64 [parts]
      \(part: i64) : ([m]i32) -> {
        let t_5: i64 = mul_i64(part, t_4)
        let t_6: i64 = min_i64(t_5, n)
        let t_7: i64 = sub_i64(n, t_6)
        let t_8: i64 = min_i64(t_7, t_4)
        let elements: [t_8][m]i32 = xss[t_6:+t_8*1i64, 0i64:+m*1i64]
        let reduced: [m]i32 = reduce t_8 [elements]
          \(x: [m]i32, x_2: [m]i32) : ([m]i32) -> {
            let scan: [m]i32 = scan m [x, x_2]
              \(x_3: i32, x_4: i32) : (i32) -> {
                let add: i32 = add_i32(x_3, x_4)
                in (add)
              } from (0i32)
              \(x_5: i32, x_6: i32) : (i32) -> {
                let add_2: i32 = add_i32(x_5, x_6)
                in (add_2)
              }
            in (scan)
          } from (e)
          \(x_7: [m]i32) : ([m]i32) -> {
            in (x_7)
          }
        in (reduced)
      }
    let red_2: [m]i32 = reduce 64i64 [partial]
      \(x_8: [m]i32, x_9: [m]i32) : ([m]i32) -> {
        let scan_2: [m]i32 = scan m [x_8, x_9]
          \(x_10: i32, x_11: i32) : (i32) -> {
            let add_3: i32 = add_i32(x_10, x_11)
            in (add_3)
          } from (0i32)
          \(x_12: i32, x_13: i32) : (i32) -> {
            let add_4: i32 = add_i32(x_12, x_13)
            in (add_4)
          }
        in (scan_2)
      } from (e)
      \(x_14: [m]i32) : ([m]i32) -> {
        in (x_14)
      }
    in (red_2)
  } else {
    let red_3: [m]i32 = reduce n [xss]
      \(x_15: [m]i32, x_16: [m]i32) : ([m]i32) -> {
        let scan_3: [m]i32 = scan m [x_15, x_16]
          \(x_17: i32, x_18: i32) : (i32) -> {
            let add_5: i32 = add_i32(x_17, x_18)
            in (add_5)
          } from (0i32)
          \(x_19: i32, x_20: i32) : (i32) -> {
            let add_6: i32 = add_i32(x_19, x_20)
            in (add_6)
          }
        in (scan_3)
      } from (e)
      \(x_21: [m]i32) : ([m]i32) -> {
        in (x_21)
      }
    in (red_3)
  }
  in (red)
