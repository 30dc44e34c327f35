-- An array that neither loop changes, and one that a branch of the map's function returns as it is.
-- show: all
entry main [m] (n: i64) (xs: [m]i64) (ys: [m]i64) (zs: [m]i64) =
  loop (a, b, c) = (xs, ys, zs) for i < n do
    loop (a, b, c) = (a, b, c) for j < i do
      unzip3 (map3 (\x y z -> if z == j then (x + y, y, z) else (x, y, z)) a b c)

-- Copies, and rows that are returned as they are.
entry copies [m] [k] (n: i64) (xss: [m][k]i64) (x: i64) =
  loop (xss, x) = (xss, x) for i < n do (copy (map (map id) xss), x * 3 + i)

-- In a map, the results of whose function nobody overwrites.
entry rows [m] [k] (n: i64) (xss: [m][k]i64) =
  unzip (map (\xs -> loop (xs, sum) = (xs, 0) for _i < n do (map id xs, sum + i64.sum xs)) xss)
-- ---
-- before drop-unchanged (Anf)
entry main as main (m: i64,
  n: i64,
  xs: [m]i64,
  ys: [m]i64,
  zs: [m]i64) : (result: [m]i64, result_2: [m]i64, result_3: [m]i64) =
  let acc: [m]i64, acc_2: [m]i64, acc_3: [m]i64 = loop (acc_4: [m]i64 = xs,
    acc_5: [m]i64 = ys,
    acc_6: [m]i64 = zs) for i: i64 < n do {
    let acc_7: [m]i64, acc_8: [m]i64, acc_9: [m]i64 = loop (acc_10: [m]i64 = acc_4,
      acc_11: [m]i64 = acc_5,
      acc_12: [m]i64 = acc_6) for j: i64 < i do {
      let map: [m]i64 = map m [acc_10, acc_11, acc_12]
        \(x: i64, x_2: i64, x_3: i64) : (i64) -> {
          let eq: bool = eq_i64(x_3, j)
          let branch: i64 = if eq then {
            let add: i64 = add_i64(x, x_2)
            in (add)
          } else {
            in (x)
          }
          in (branch)
        }
      let map_2: [m]i64 = copy(map)
      let map_3: [m]i64 = copy(acc_11)
      let map_4: [m]i64 = copy(acc_12)
      in (map_2, map_3, map_4)
    }
    in (acc_7, acc_8, acc_9)
  }
  in (acc, acc_2, acc_3)

entry copies as copies (m_2: i64,
  k: i64,
  n_2: i64,
  xss: [m_2][k]i64,
  x_4: i64) : (result_4: [m_2][k]i64, result_5: i64) =
  let acc_13: [m_2][k]i64, acc_14: i64 = loop (acc_15: [m_2][k]i64 = xss,
    acc_16: i64 = x_4) for i_2: i64 < n_2 do {
    let copy: [m_2][k]i64 = copy(acc_15)
    let mul: i64 = mul_i64(acc_16, 3i64)
    let add_2: i64 = add_i64(mul, i_2)
    in (copy, add_2)
  }
  in (acc_13, acc_14)

entry rows as rows (m_3: i64,
  k_2: i64,
  n_3: i64,
  xss_2: [m_3][k_2]i64) : (result_6: [m_3][k_2]i64, result_7: [m_3]i64) =
  let map_5: [m_3][k_2]i64, map_6: [m_3]i64 = map m_3 [xss_2]
    \(x_5: [k_2]i64) : ([k_2]i64, i64) -> {
      let acc_17: [k_2]i64, acc_18: i64 = loop (acc_19: [k_2]i64 = x_5,
        acc_20: i64 = 0i64) for _i: i64 < n_3 do {
        let map_7: [k_2]i64 = copy(acc_19)
        let red: i64 = reduce k_2 [acc_19]
          \(x_6: i64, x_7: i64) : (i64) -> {
            let add_3: i64 = add_i64(x_6, x_7)
            in (add_3)
          } from (0i64)
          \(x_8: i64) : (i64) -> {
            in (x_8)
          }
        let add_4: i64 = add_i64(acc_20, red)
        in (map_7, add_4)
      }
      in (acc_17, acc_18)
    }
  in (map_5, map_6)

-- after drop-unchanged (Anf)
entry main as main (m: i64,
  n: i64,
  xs: [m]i64,
  ys: [m]i64,
  zs: [m]i64) : (result: [m]i64, result_2: [m]i64, result_3: [m]i64) =
  let acc: [m]i64 = loop (acc_2: [m]i64 = xs) for i: i64 < n do {
    let acc_3: [m]i64 = loop (acc_4: [m]i64 = acc_2) for j: i64 < i do {
      let map: [m]i64 = map m [acc_4, ys, zs]
        \(x: i64, x_2: i64, x_3: i64) : (i64) -> {
          let eq: bool = eq_i64(x_3, j)
          let branch: i64 = if eq then {
            let add: i64 = add_i64(x, x_2)
            in (add)
          } else {
            in (x)
          }
          in (branch)
        }
      let map_2: [m]i64 = copy(map)
      let map_3: [m]i64 = copy(ys)
      let map_4: [m]i64 = copy(zs)
      in (map_2)
    }
    in (acc_3)
  }
  in (acc, ys, zs)

entry copies as copies (m_2: i64,
  k: i64,
  n_2: i64,
  xss: [m_2][k]i64,
  x_4: i64) : (result_4: [m_2][k]i64, result_5: i64) =
  let acc_5: i64 = loop (acc_6: i64 = x_4) for i_2: i64 < n_2 do {
    let copy: [m_2][k]i64 = copy(xss)
    let mul: i64 = mul_i64(acc_6, 3i64)
    let add_2: i64 = add_i64(mul, i_2)
    in (add_2)
  }
  in (xss, acc_5)

entry rows as rows (m_3: i64,
  k_2: i64,
  n_3: i64,
  xss_2: [m_3][k_2]i64) : (result_6: [m_3][k_2]i64, result_7: [m_3]i64) =
  let map_5: [m_3][k_2]i64, map_6: [m_3]i64 = map m_3 [xss_2]
    \(x_5: [k_2]i64) : ([k_2]i64, i64) -> {
      let acc_7: i64 = loop (acc_8: i64 = 0i64) for _i: i64 < n_3 do {
        let map_7: [k_2]i64 = copy(x_5)
        let red: i64 = reduce k_2 [x_5]
          \(x_6: i64, x_7: i64) : (i64) -> {
            let add_3: i64 = add_i64(x_6, x_7)
            in (add_3)
          } from (0i64)
          \(x_8: i64) : (i64) -> {
            in (x_8)
          }
        let add_4: i64 = add_i64(acc_8, red)
        in (add_4)
      }
      in (x_5, acc_7)
    }
  in (map_5, map_6)
