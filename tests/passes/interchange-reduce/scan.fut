-- The scan of the documentation.
-- Documentation:
-- scan (map2 f) es xss
-- becomes
-- if m >= row then scan (map2 f) es xss else transpose (map2 (scan f) es (transpose xss))
--
-- Written out:
-- scan n [xss] … map m [x, y]
-- becomes
-- t = le_i64(32768i64, m) … if t then { … scan n [xss] … } else { columns = rearrange([1, 0], xss) … map m [es, columns] … scan n [column] … rearrange([1, 0], scanned)
--
entry main [n] [m] (es: [m]i32) (xss: [n][m]i32) = scan (map2 (+)) es xss
-- ---
-- before interchange-reduce (Anf)
entry main as main (m: i64,
  n: i64,
  es: [m]i32,
  xss: [n][m]i32) : (result: [n][m]i32) =
  let scan: [n][m]i32 = scan n [xss]
    \(x: [m]i32, x_2: [m]i32) : ([m]i32) -> {
      let map: [m]i32 = map m [x, x_2]
        \(x_3: i32, x_4: i32) : (i32) -> {
          let add: i32 = add_i32(x_3, x_4)
          in (add)
        }
      in (map)
    } from (es)
    \(x_5: [m]i32) : ([m]i32) -> {
      in (x_5)
    }
  in (scan)

-- after interchange-reduce (Anf)
entry main as main (m: i64,
  n: i64,
  es: [m]i32,
  xss: [n][m]i32) : (result: [n][m]i32) =
  let t: bool = le_i64(32768i64, m)
  let scan: [n][m]i32 = if t then {
    let scan_2: [n][m]i32 = scan n [xss]
      \(x: [m]i32, x_2: [m]i32) : ([m]i32) -> {
        let map: [m]i32 = map m [x, x_2]
          \(x_3: i32, x_4: i32) : (i32) -> {
            let add: i32 = add_i32(x_3, x_4)
            in (add)
          }
        in (map)
      } from (es)
      \(x_5: [m]i32) : ([m]i32) -> {
        in (x_5)
      }
    in (scan_2)
  } else {
    let columns: [m][n]i32 = rearrange([1, 0], xss)
    let scanned: [m][n]i32 = map m [es, columns]
      \(neutral: i32, column: [n]i32) : ([n]i32) -> {
        let scanned_2: [n]i32 = scan n [column]
          \(x_6: i32, x_7: i32) : (i32) -> {
            let x_8: i32 = x_6
            let x_9: i32 = x_7
            let add_2: i32 = add_i32(x_8, x_9)
            in (add_2)
          } from (neutral)
          \(x_10: i32) : (i32) -> {
            in (x_10)
          }
        in (scanned_2)
      }
    let columns_2: [n][m]i32 = rearrange([1, 0], scanned)
    in (columns_2)
  }
  in (scan)
