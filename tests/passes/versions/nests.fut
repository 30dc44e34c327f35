-- A map inside of the function of a map, whose own function has SOACs: the example of the documentation.
-- Documentation:
-- map (\xss -> let t = f xss in map (\xs -> let s = reduce (+) 0 xs in map (\x -> x * s + t) xs) xss) xsss
-- becomes
-- let ts = map f xsss
-- let ss = map (\k -> reduce (+) 0 xsss[k / m, k % m]) (iota (n·m))
-- in reshape (map (\k s -> map (\x -> x * s + ts[k / m]) xsss[k / m, k % m]) (iota (n·m)) ss)
--
-- Written out:
-- \(x: [m][k]i64) : ([m][k]i64) -> { let red: i64 = reduce m [x] … map m [x] … reduce k [x_5] … map k [x_5]
-- becomes
-- \(k_2: i64) : ([t_24]i64) -> { let t_28: i64 = quot_i64(k_2, m) … xsss[t_28, t_30, 0i64:+k*1i64] … reduce t_34 … map t_19 [numbers_2, each_4] … let red_6: i64 = each_2[t_38] … map k [x_19]
--
-- options: threshold=1000 group_threshold=1000
entry main [n] [m] [k] (xsss: [n][m][k]i64) : [n][m][k]i64 =
  map (\xss -> let t = i64.sum (map (\xs -> xs[0]) xss)
               in map (\xs -> let s = i64.sum xs in map (\x -> x * s + t) xs) xss) xsss
-- ---
-- before versions (Anf)
entry main as main (n: i64,
  m: i64,
  k: i64,
  xsss: [n][m][k]i64) : (result: [n][m][k]i64) =
  let t: bool = lt_i64(0i64, k)
  let t_2: bool = le_i64(m, 0i64)
  let t_3: bool = logor_bool(t_2, t)
  let t_4: bool = le_i64(n, 0i64)
  let t_5: bool = logor_bool(t_4, t_3)
  let cert: cert = assert t_5 ("Index [",
    0i64,
    "] out of bounds for array of shape ",
    "[",
    k,
    "]",
    ".") at [main.fut:16:45-49, main.fut:16:33-54, main.fut:16:3-17:87]
  let map: [n][m][k]i64 = <cert> map n [xsss]
    \(x: [m][k]i64) : ([m][k]i64) -> {
      let red: i64 = reduce m [x]
        \(x_2: i64, x_3: i64) : (i64) -> {
          let add: i64 = add_i64(x_2, x_3)
          in (add)
        } from (0i64)
        \(x_4: [k]i64) : (i64) -> {
          let elem: i64 = x_4[0i64]
          in (elem)
        }
      let map_2: [m][k]i64 = map m [x]
        \(x_5: [k]i64) : ([k]i64) -> {
          let red_2: i64 = reduce k [x_5]
            \(x_6: i64, x_7: i64) : (i64) -> {
              let add_2: i64 = add_i64(x_6, x_7)
              in (add_2)
            } from (0i64)
            \(x_8: i64) : (i64) -> {
              in (x_8)
            }
          let map_3: [k]i64 = map k [x_5]
            \(x_9: i64) : (i64) -> {
              let mul: i64 = mul_i64(x_9, red_2)
              let add_3: i64 = add_i64(mul, red)
              in (add_3)
            }
          in (map_3)
        }
      in (map_2)
    }
  in (map)

-- after versions (Anf)
entry main as main (n: i64,
  m: i64,
  k: i64,
  xsss: [n][m][k]i64) : (result: [n][m][k]i64) =
  let t: bool = lt_i64(0i64, k)
  let t_2: bool = le_i64(m, 0i64)
  let t_3: bool = logor_bool(t_2, t)
  let t_4: bool = le_i64(n, 0i64)
  let t_5: bool = logor_bool(t_4, t_3)
  let cert: cert = assert t_5 ("Index [",
    0i64,
    "] out of bounds for array of shape ",
    "[",
    k,
    "]",
    ".") at [main.fut:16:45-49, main.fut:16:33-54, main.fut:16:3-17:87]
  let t_6: bool = lt_i64(n, 1000i64)
  let map: [n][m][k]i64 = <cert> if t_6 then {
    let capacity: i64 = capacity()
    let t_7: i64 = mul_i64(capacity, 2i64)
    let t_8: i64 = max_i64(n, 1i64)
    let t_9: i64 = quot_i64(t_7, t_8)
    let t_10: i64 = min_i64(t_9, 256i64)
    let t_11: i64 = max_i64(t_10, 1i64)
    let t_12: i64 = sub_i64(t_11, 1i64)
    let t_13: i64 = add_i64(m, t_12)
    let t_14: i64 = quot_i64(t_13, t_11)
    let numbers: [t_11]i64 = iota_i64(t_11, 0i64, 1i64)
    let each: [n][t_11]i64 = map n [xsss]
      \(x: [m][k]i64) : ([t_11]i64) -> {
        let partial: [t_11]i64 = map t_11 [numbers]
          \(part: i64) : (i64) -> {
            let t_15: i64 = mul_i64(part, t_14)
            let t_16: i64 = min_i64(t_15, m)
            let t_17: i64 = sub_i64(m, t_16)
            let t_18: i64 = min_i64(t_17, t_14)
            let elements: [t_18][k]i64 = x[t_16:+t_18*1i64, 0i64:+k*1i64]
            let reduced: i64 = reduce t_18 [elements]
              \(x_2: i64, x_3: i64) : (i64) -> {
                let add: i64 = add_i64(x_2, x_3)
                in (add)
              } from (0i64)
              \(x_4: [k]i64) : (i64) -> {
                let elem: i64 = x_4[0i64]
                in (elem)
              }
            in (reduced)
          }
        in (partial)
      }
    let each_2: [n]i64 = map n [each]
      \(partial_2: [t_11]i64) : (i64) -> {
        let red: i64 = reduce t_11 [partial_2]
          \(x_5: i64, x_6: i64) : (i64) -> {
            let add_2: i64 = add_i64(x_5, x_6)
            in (add_2)
          } from (0i64)
          \(x_7: i64) : (i64) -> {
            in (x_7)
          }
        in (red)
      }
    let t_19: i64 = mul_i64(n, m)
    let numbers_2: [t_19]i64 = iota_i64(t_19, 0i64, 1i64)
    let t_20: i64 = mul_i64(capacity, 2i64)
    let t_21: i64 = max_i64(t_19, 1i64)
    let t_22: i64 = quot_i64(t_20, t_21)
    let t_23: i64 = min_i64(t_22, 256i64)
    let t_24: i64 = max_i64(t_23, 1i64)
    let t_25: i64 = sub_i64(t_24, 1i64)
    let t_26: i64 = add_i64(k, t_25)
    let t_27: i64 = quot_i64(t_26, t_24)
    let numbers_3: [t_24]i64 = iota_i64(t_24, 0i64, 1i64)
    let each_3: [t_19][t_24]i64 = map t_19 [numbers_2]
      \(k_2: i64) : ([t_24]i64) -> {
        let t_28: i64 = quot_i64(k_2, m)
        let t_29: i64 = mul_i64(t_28, m)
        let t_30: i64 = sub_i64(k_2, t_29)
        let x_8: [m][k]i64 = xsss[t_28, 0i64:+m*1i64, 0i64:+k*1i64]
        let red_2: i64 = each_2[t_28]
        let x_9: [k]i64 = xsss[t_28, t_30, 0i64:+k*1i64]
        let partial_3: [t_24]i64 = map t_24 [numbers_3]
          \(part_2: i64) : (i64) -> {
            let t_31: i64 = mul_i64(part_2, t_27)
            let t_32: i64 = min_i64(t_31, k)
            let t_33: i64 = sub_i64(k, t_32)
            let t_34: i64 = min_i64(t_33, t_27)
            let elements_2: [t_34]i64 = x_9[t_32:+t_34*1i64]
            let reduced_2: i64 = reduce t_34 [elements_2]
              \(x_10: i64, x_11: i64) : (i64) -> {
                let add_3: i64 = add_i64(x_10, x_11)
                in (add_3)
              } from (0i64)
              \(x_12: i64) : (i64) -> {
                in (x_12)
              }
            in (reduced_2)
          }
        in (partial_3)
      }
    let each_4: [t_19]i64 = map t_19 [numbers_2, each_3]
      \(k_3: i64, partial_4: [t_24]i64) : (i64) -> {
        let t_35: i64 = quot_i64(k_3, m)
        let t_36: i64 = mul_i64(t_35, m)
        let t_37: i64 = sub_i64(k_3, t_36)
        let x_13: [m][k]i64 = xsss[t_35, 0i64:+m*1i64, 0i64:+k*1i64]
        let red_3: i64 = each_2[t_35]
        let x_14: [k]i64 = xsss[t_35, t_37, 0i64:+k*1i64]
        let red_4: i64 = reduce t_24 [partial_4]
          \(x_15: i64, x_16: i64) : (i64) -> {
            let add_4: i64 = add_i64(x_15, x_16)
            in (add_4)
          } from (0i64)
          \(x_17: i64) : (i64) -> {
            in (x_17)
          }
        in (red_4)
      }
    let each_5: [t_19][k]i64 = map t_19 [numbers_2, each_4]
      \(k_4: i64, red_5: i64) : ([k]i64) -> {
        let t_38: i64 = quot_i64(k_4, m)
        let t_39: i64 = mul_i64(t_38, m)
        let t_40: i64 = sub_i64(k_4, t_39)
        let x_18: [m][k]i64 = xsss[t_38, 0i64:+m*1i64, 0i64:+k*1i64]
        let red_6: i64 = each_2[t_38]
        let x_19: [k]i64 = xsss[t_38, t_40, 0i64:+k*1i64]
        let map_2: [k]i64 = map k [x_19]
          \(x_20: i64) : (i64) -> {
            let mul: i64 = mul_i64(x_20, red_5)
            let add_5: i64 = add_i64(mul, red_6)
            in (add_5)
          }
        in (map_2)
      }
    let rows: [n][m][k]i64 = reshape([n, m, k], each_5)
    let map_3: [n][m][k]i64 = rows
    in (map_3)
  } else {
    let map_4: [n][m][k]i64 = map n [xsss]
      \(x_21: [m][k]i64) : ([m][k]i64) -> {
        let red_7: i64 = reduce m [x_21]
          \(x_22: i64, x_23: i64) : (i64) -> {
            let add_6: i64 = add_i64(x_22, x_23)
            in (add_6)
          } from (0i64)
          \(x_24: [k]i64) : (i64) -> {
            let elem_2: i64 = x_24[0i64]
            in (elem_2)
          }
        let map_5: [m][k]i64 = map m [x_21]
          \(x_25: [k]i64) : ([k]i64) -> {
            let red_8: i64 = reduce k [x_25]
              \(x_26: i64, x_27: i64) : (i64) -> {
                let add_7: i64 = add_i64(x_26, x_27)
                in (add_7)
              } from (0i64)
              \(x_28: i64) : (i64) -> {
                in (x_28)
              }
            let map_6: [k]i64 = map k [x_25]
              \(x_29: i64) : (i64) -> {
                let mul_2: i64 = mul_i64(x_29, red_8)
                let add_8: i64 = add_i64(mul_2, red_7)
                in (add_8)
              }
            in (map_6)
          }
        in (map_5)
      }
    in (map_4)
  }
  in (map)
