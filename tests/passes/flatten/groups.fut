-- A group of threads runs each index of the space. Its threads share the operations inside.
-- options: threshold=1000000 group_threshold=1
entry main [n] [m] (xss: [n][m]i32) : [n][m]i32 =
  map (\xs -> let s = i32.sum xs in scan (+) s xs) xss
-- ---
-- before flatten (Anf)
entry main as main (n: i64, m: i64, xss: [n][m]i32) : (result: [n][m]i32) =
  let t: bool = lt_i64(n, 1000000i64)
  let t_2: bool = le_i64(1i64, n)
  let both: bool = logand_bool(t, t_2)
  let map: [n][m]i32 = if both then {
    let map_2: [n][m]i32 = group map n [xss]
      \(x: [m]i32) : ([m]i32) -> {
        let red: i32 = reduce m [x]
          \(x_2: i32, x_3: i32) : (i32) -> {
            let add: i32 = add_i32(x_2, x_3)
            in (add)
          } from (0i32)
          \(x_4: i32) : (i32) -> {
            in (x_4)
          }
        let scan: [m]i32 = scan m [x]
          \(x_5: i32, x_6: i32) : (i32) -> {
            let add_2: i32 = add_i32(x_5, x_6)
            in (add_2)
          } from (red)
          \(x_7: i32) : (i32) -> {
            in (x_7)
          }
        in (scan)
      }
    in (map_2)
  } else {
    let map_3: [n][m]i32 = if t then {
      let blank: *[n][m]i32 = scratch_i32([n, m])
      let map_4: [n][m]i32 = loop (acc: *[n][m]i32 = blank) for i: i64 < n do {
        let x_8: [m]i32 = xss[i, 0i64:+m*1i64]
        let red_2: i32 = reduce m [x_8]
          \(x_9: i32, x_10: i32) : (i32) -> {
            let add_3: i32 = add_i32(x_9, x_10)
            in (add_3)
          } from (0i32)
          \(x_11: i32) : (i32) -> {
            in (x_11)
          }
        let scan_2: [m]i32 = scan m [x_8]
          \(x_12: i32, x_13: i32) : (i32) -> {
            let add_4: i32 = add_i32(x_12, x_13)
            in (add_4)
          } from (red_2)
          \(x_14: i32) : (i32) -> {
            in (x_14)
          }
        let acc_2: *[n][m]i32 = acc with [i, 0i64:+m*1i64] = scan_2
        in (acc_2)
      }
      in (map_4)
    } else {
      let map_5: [n][m]i32 = map n [xss]
        \(x_15: [m]i32) : ([m]i32) -> {
          let red_3: i32 = reduce m [x_15]
            \(x_16: i32, x_17: i32) : (i32) -> {
              let add_5: i32 = add_i32(x_16, x_17)
              in (add_5)
            } from (0i32)
            \(x_18: i32) : (i32) -> {
              in (x_18)
            }
          let blank_2: *[m]i32 = scratch_i32([m])
          let scanned: *[m]i32, scanned_2: i32 = loop (acc_3: *[m]i32 = blank_2,
            acc_4: i32 = red_3) for i_2: i64 < m do {
            let x_19: i32 = x_15[i_2]
            let add_6: i32 = add_i32(acc_4, x_19)
            let acc_5: *[m]i32 = acc_3 with [i_2] = add_6
            in (acc_5, add_6)
          }
          in (scanned)
        }
      in (map_5)
    }
    in (map_3)
  }
  in (map)

-- after flatten (Seg)
entry main as main (n: i64, m: i64, xss: [n][m]i32) : (result: [n][m]i32) =
  let t: bool = lt_i64(n, 1000000i64)
  let t_2: bool = le_i64(1i64, n)
  let both: bool = logand_bool(t, t_2)
  let map: [n][m]i32 = if both then {
    let map_2: [n][m]i32 = group segmap (gid < n) {
      let x: [m]i32 = xss[gid, 0i64:+m*1i64]
      let red: i32 = segred (gid_2 < m)
        \(x_2: i32, x_3: i32) : (i32) -> {
          let add: i32 = add_i32(x_2, x_3)
          in (add)
        } from (0i32) {
        let x_4: i32 = x[gid_2]
        return (x_4)
      }
      let scan: [m]i32 = segscan (gid_3 < m)
        \(x_5: i32, x_6: i32) : (i32) -> {
          let add_2: i32 = add_i32(x_5, x_6)
          in (add_2)
        } from (red) {
        let x_7: i32 = x[gid_3]
        give (x_7)
      } then (x_8: i32) {
        return (x_8)
      }
      return (scan)
    }
    in (map_2)
  } else {
    let map_3: [n][m]i32 = if t then {
      let blank: *[n][m]i32 = scratch_i32([n, m])
      let map_4: [n][m]i32 = loop (acc: *[n][m]i32 = blank) for i: i64 < n do {
        let x_9: [m]i32 = xss[i, 0i64:+m*1i64]
        let red_2: i32 = segred (gid_4 < m)
          \(x_10: i32, x_11: i32) : (i32) -> {
            let add_3: i32 = add_i32(x_10, x_11)
            in (add_3)
          } from (0i32) {
          let x_12: i32 = x_9[gid_4]
          return (x_12)
        }
        let scan_2: [m]i32 = segscan (gid_5 < m)
          \(x_13: i32, x_14: i32) : (i32) -> {
            let add_4: i32 = add_i32(x_13, x_14)
            in (add_4)
          } from (red_2) {
          let x_15: i32 = x_9[gid_5]
          give (x_15)
        } then (x_16: i32) {
          return (x_16)
        }
        let acc_2: *[n][m]i32 = acc with [i, 0i64:+m*1i64] = scan_2
        in (acc_2)
      }
      in (map_4)
    } else {
      let map_5: [n][m]i32 = segmap (gid_6 < n) {
        let x_17: [m]i32 = xss[gid_6, 0i64:+m*1i64]
        let red_3: i32 = segred (gid_7 < m)
          \(x_18: i32, x_19: i32) : (i32) -> {
            let add_5: i32 = add_i32(x_18, x_19)
            in (add_5)
          } from (0i32) {
          let x_20: i32 = x_17[gid_7]
          return (x_20)
        }
        let blank_2: *[m]i32 = scratch_i32([m])
        let scanned: *[m]i32, scanned_2: i32 = loop (acc_3: *[m]i32 = blank_2,
          acc_4: i32 = red_3) for i_2: i64 < m do {
          let x_21: i32 = x_17[i_2]
          let add_6: i32 = add_i32(acc_4, x_21)
          let acc_5: *[m]i32 = acc_3 with [i_2] = add_6
          in (acc_5, add_6)
        }
        return (scanned)
      }
      in (map_5)
    }
    in (map_3)
  }
  in (map)
