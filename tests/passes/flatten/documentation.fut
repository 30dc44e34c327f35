-- The example of the documentation.
-- Documentation:
-- map (\row -> map (\x -> x + 1) row) xss     becomes     segmap (i < n, j < m) (xss[i, j] + 1)
--
-- Written out:
-- map n [xss] \(row: [m]i32) : ([m]i32) -> { map_2 = map m [row] \(x_2: i32) : (i32) -> { add = add_i32(x_2, 1)
-- becomes
-- segmap (i < n, j < m) { row: [m]i32 = xss[i, 0:+m*1]; x_2 = row[j]; add = add_i32(x_2, 1) return (add) }
--
entry main [n] [m] (xss: [n][m]i32) = map (\row -> map (\x -> x + 1) row) xss
-- ---
-- before flatten (Anf)
entry main as main (n: i64, m: i64, xss: [n][m]i32) : (result: [n][m]i32) =
  let map: [n][m]i32 = map n [xss]
    \(x: [m]i32) : ([m]i32) -> {
      let map_2: [m]i32 = map m [x]
        \(x_2: i32) : (i32) -> {
          let add: i32 = add_i32(x_2, 1i32)
          in (add)
        }
      in (map_2)
    }
  in (map)

-- after flatten (Seg)
entry main as main (n: i64, m: i64, xss: [n][m]i32) : (result: [n][m]i32) =
  let map: [n][m]i32 = segmap (gid < n, gid_2 < m) {
    let x: [m]i32 = xss[gid, 0i64:+m*1i64]
    let x_2: i32 = x[gid_2]
    let add: i32 = add_i32(x_2, 1i32)
    return (add)
  }
  in (map)
