-- A scan with an operator on arrays becomes a loop, so the function that makes the rows becomes a map.
entry main [n][m] (xss: [n][m]i32) =
  scan (map2 (+)) (replicate m 0) (map (\xs -> loop ys = copy xs for i < m do ys with [i] = ys[i] * ys[0]) xss)
-- ---
-- before split-scans (Anf)
entry main as main (n: i64, m: i64, xss: [n][m]i32) : (result: [n][m]i32) =
  let replicate: [m]i32 = replicate([m], 0i32)
  let scan: [n][m]i32 = scan n [xss]
    \(x: [m]i32, x_2: [m]i32) : ([m]i32) -> {
      let map: [m]i32 = map m [x, x_2]
        \(x_3: i32, x_4: i32) : (i32) -> {
          let add: i32 = add_i32(x_3, x_4)
          in (add)
        }
      in (map)
    } from (replicate)
    \(x_5: [m]i32) : ([m]i32) -> {
      let copy: [m]i32 = copy(x_5)
      let acc: [m]i32 = loop (acc_2: [m]i32 = copy) for i: i64 < m do {
        let elem: i32 = acc_2[i]
        let elem_2: i32 = acc_2[0i64]
        let mul: i32 = mul_i32(elem, elem_2)
        let updated: [m]i32 = acc_2 with [i] = mul
        in (updated)
      }
      in (acc)
    }
  in (scan)

-- after split-scans (Anf)
entry main as main (n: i64, m: i64, xss: [n][m]i32) : (result: [n][m]i32) =
  let replicate: [m]i32 = replicate([m], 0i32)
  let part: [n][m]i32 = map n [xss]
    \(x: [m]i32) : ([m]i32) -> {
      let copy: [m]i32 = copy(x)
      let acc: [m]i32 = loop (acc_2: [m]i32 = copy) for i: i64 < m do {
        let elem: i32 = acc_2[i]
        let elem_2: i32 = acc_2[0i64]
        let mul: i32 = mul_i32(elem, elem_2)
        let updated: [m]i32 = acc_2 with [i] = mul
        in (updated)
      }
      in (acc)
    }
  let scan: [n][m]i32 = scan n [part]
    \(x_2: [m]i32, x_3: [m]i32) : ([m]i32) -> {
      let map: [m]i32 = map m [x_2, x_3]
        \(x_4: i32, x_5: i32) : (i32) -> {
          let add: i32 = add_i32(x_4, x_5)
          in (add)
        }
      in (map)
    } from (replicate)
    \(x_6: [m]i32) : ([m]i32) -> {
      in (x_6)
    }
  in (scan)
