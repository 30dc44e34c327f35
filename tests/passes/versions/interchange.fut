-- The interchange of the documentation. The initial values are copied, as the loop may have no rounds.
-- Documentation:
-- map (\xs -> loop ys = xs for i < k do map f ys) xss
-- becomes
-- loop yss = map copy xss for i < k do map (\ys -> map f ys) yss
--
-- Written out:
-- map n [xss] … loop (acc_2: [m]i64 = x) for i: i64 < k do { … map m [acc_2]
-- becomes
-- map n [xss] … loop (each_3: [n][m]i64 = each) for i: i64 < k do { … map n [each_3] … map m
--
-- options: threshold=1000 group_threshold=1000
entry main [n] [m] (k: i64) (xss: [n][m]i64) : [n][m]i64 = map (\xs -> loop ys = xs for i < k do map (+ i) ys) xss
-- ---
-- before versions (Anf)
entry main as main (n: i64,
  m: i64,
  k: i64,
  xss: [n][m]i64) : (result: [n][m]i64) =
  let map: [n][m]i64 = map n [xss]
    \(x: [m]i64) : ([m]i64) -> {
      let acc: [m]i64 = loop (acc_2: [m]i64 = x) for i: i64 < k do {
        let map_2: [m]i64 = map m [acc_2]
          \(x_2: i64) : (i64) -> {
            let add: i64 = add_i64(x_2, i)
            in (add)
          }
        in (map_2)
      }
      in (acc)
    }
  in (map)

-- after versions (Anf)
entry main as main (n: i64,
  m: i64,
  k: i64,
  xss: [n][m]i64) : (result: [n][m]i64) =
  let t: bool = lt_i64(n, 1000i64)
  let map: [n][m]i64 = if t then {
    let each: [n][m]i64 = map n [xss]
      \(x: [m]i64) : ([m]i64) -> {
        in (x)
      }
    let each_2: [n][m]i64 = loop (each_3: [n][m]i64 = each) for i: i64 < k do {
      let each_4: [n][m]i64 = map n [each_3]
        \(acc: [m]i64) : ([m]i64) -> {
          let map_2: [m]i64 = map m [acc]
            \(x_2: i64) : (i64) -> {
              let add: i64 = add_i64(x_2, i)
              in (add)
            }
          in (map_2)
        }
      in (each_4)
    }
    let map_3: [n][m]i64 = each_2
    in (map_3)
  } else {
    let map_4: [n][m]i64 = map n [xss]
      \(x_3: [m]i64) : ([m]i64) -> {
        let acc_2: [m]i64 = loop (acc_3: [m]i64 = x_3) for i_2: i64 < k do {
          let map_5: [m]i64 = map m [acc_3]
            \(x_4: i64) : (i64) -> {
              let add_2: i64 = add_i64(x_4, i_2)
              in (add_2)
            }
          in (map_5)
        }
        in (acc_2)
      }
    in (map_4)
  }
  in (map)
