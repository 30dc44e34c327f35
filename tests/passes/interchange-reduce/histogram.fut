-- A histogram of rows accumulates their elements.
-- Documentation:
-- hist (map2 f) bins is xss
-- becomes
-- stream … to (reshape bins) for each i, xs: loop … for j < m do accumulate at i·m + j (xs[j])
--
-- Written out:
-- hist n [is, xss] bins k of [bins]
-- becomes
-- reshape([t], bins) … stream n [is, xss] … loop … for j: i64 < m do … accumulate … reshape([k, m],
--
entry main [n][m][k] (bins: *[k][m]i32) (is: [n]i64) (xss: [n][m]i32) =
  reduce_by_index bins (map2 (+)) (replicate m 0) is xss
-- ---
-- before interchange-reduce (Anf)
entry main as main (k: i64,
  m: i64,
  n: i64,
  bins: [k][m]i32,
  is: [n]i64,
  xss: [n][m]i32) : (result: [k][m]i32) =
  let replicate: [m]i32 = replicate([m], 0i32)
  let hist: [k][m]i32 = hist n [is, xss]
    bins k of [bins] by \(x: [m]i32, x_2: [m]i32) : ([m]i32) -> {
      let map: [m]i32 = map m [x, x_2]
        \(x_3: i32, x_4: i32) : (i32) -> {
          let add: i32 = add_i32(x_3, x_4)
          in (add)
        }
      in (map)
    } from (replicate)
    \(x_5: i64, x_6: [m]i32) : (i64, [m]i32) -> {
      in (x_5, x_6)
    }
  in (hist)

-- after interchange-reduce (Anf)
entry main as main (k: i64,
  m: i64,
  n: i64,
  bins: [k][m]i32,
  is: [n]i64,
  xss: [n][m]i32) : (result: [k][m]i32) =
  let replicate: [m]i32 = replicate([m], 0i32)
  let t: i64 = mul_i64(k, m)
  let bins_2: [t]i32 = reshape([t], bins)
  let bins_3: [t]i32 = stream n [is, xss] to [bins_2]
    commutative \(x: i32, x_2: i32) : (i32) -> {
      let x_3: i32 = x
      let x_4: i32 = x_2
      let add: i32 = add_i32(x_3, x_4)
      in (add)
    } from (0i32)
    \(x_5: i64, x_6: [m]i32, acc: [t]i32) : ([t]i32) -> {
      let low: bool = le_i64(0i64, x_5)
      let high: bool = lt_i64(x_5, k)
      let both: bool = logand_bool(low, high)
      let t_2: i64 = mul_i64(x_5, m)
      let t_3: i64 = sub_i64(0i64, m)
      let choice: i64 = if both then {
        in (t_2)
      } else {
        in (t_3)
      }
      let acc_2: [t]i32 = loop (acc_3: [t]i32 = acc) for j: i64 < m do {
        let t_4: i64 = add_i64(choice, j)
        let x_7: i32 = x_6[j]
        let acc_4: [t]i32 = accumulate [acc_3] at t_4 < t (x_7)
          \(x_8: i32, x_9: i32) : (i32) -> {
            let x_10: i32 = x_8
            let x_11: i32 = x_9
            let add_2: i32 = add_i32(x_10, x_11)
            in (add_2)
          }
        in (acc_4)
      }
      in (acc_2)
    }
  let bins_4: [k][m]i32 = reshape([k, m], bins_3)
  let hist: [k][m]i32 = bins_4
  in (hist)
