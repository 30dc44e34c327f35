-- A histogram that goes on from round to round: its bins are rows of an array that the loop carries. A loop whose bins
-- something else reads stays inside.
-- options: threshold=1000 group_threshold=1000
entry main [n] [m] (rounds: i64) (xss: [n][m]i64) : ([n][9]i64, [n][m]i64) =
  unzip (map (\xs ->
    let h = loop h = replicate 9 0 for i < rounds do reduce_by_index h (+) 0 (map (\x -> (x + i) % 9) xs) xs
    let ys = loop ys = copy xs for i < rounds do
               let first = ys[0]
               in map (+ first) (scatter ys (map (+ i) xs) (replicate m first))
    in (h, ys)) xss)
-- ---
-- before versions (Anf)
entry main as main (n: i64,
  m: i64,
  rounds: i64,
  xss: [n][m]i64) : (result: [n][9i64]i64, result_2: [n][m]i64) =
  let t: bool = lt_i64(0i64, m)
  let t_2: bool = le_i64(rounds, 0i64)
  let t_3: bool = logor_bool(t_2, t)
  let t_4: bool = le_i64(n, 0i64)
  let t_5: bool = logor_bool(t_4, t_3)
  let cert: cert = assert t_5 ("Index [",
    0i64,
    "] out of bounds for array of shape ",
    "[",
    m,
    "]",
    ".") at [main.fut:8:28-32, main.fut:5:10-10:19]
  let map: [n][9i64]i64, map_2: [n][m]i64 = <cert> map n [xss]
    \(x: [m]i64) : ([9i64]i64, [m]i64) -> {
      let replicate: [9i64]i64 = replicate([9i64], 0i64)
      let acc: [9i64]i64 = loop (acc_2: [9i64]i64 = replicate) for i: i64 < rounds do {
        let hist: [9i64]i64 = hist m [x]
          bins 9i64 of [acc_2] by \(x_2: i64, x_3: i64) : (i64) -> {
            let add: i64 = add_i64(x_2, x_3)
            in (add)
          } from (0i64)
          \(x_4: i64) : (i64, i64) -> {
            let add_2: i64 = add_i64(x_4, i)
            let mod: i64 = mod_i64(add_2, 9i64)
            in (mod, x_4)
          }
        in (hist)
      }
      let copy: [m]i64 = copy(x)
      let acc_3: [m]i64 = loop (acc_4: [m]i64 = copy) for i_2: i64 < rounds do {
        let elem: i64 = acc_4[0i64]
        let scatter: [m]i64 = scatter m [x]
          [acc_4 by 1]
          \(x_5: i64) : (i64, i64) -> {
            let add_3: i64 = add_i64(x_5, i_2)
            in (add_3, elem)
          }
        let map_3: [m]i64 = map m [scatter]
          \(x_6: i64) : (i64) -> {
            let add_4: i64 = add_i64(x_6, elem)
            in (add_4)
          }
        in (map_3)
      }
      in (acc, acc_3)
    }
  in (map, map_2)

-- after versions (Anf)
entry main as main (n: i64,
  m: i64,
  rounds: i64,
  xss: [n][m]i64) : (result: [n][9i64]i64, result_2: [n][m]i64) =
  let t: bool = lt_i64(0i64, m)
  let t_2: bool = le_i64(rounds, 0i64)
  let t_3: bool = logor_bool(t_2, t)
  let t_4: bool = le_i64(n, 0i64)
  let t_5: bool = logor_bool(t_4, t_3)
  let cert: cert = assert t_5 ("Index [",
    0i64,
    "] out of bounds for array of shape ",
    "[",
    m,
    "]",
    ".") at [main.fut:8:28-32, main.fut:5:10-10:19]
  let t_6: bool = lt_i64(n, 1000i64)
  let map: [n][9i64]i64, map_2: [n][m]i64 = <cert> if t_6 then {
    let blank: *[n][9i64]i64 = scratch_i64([n, 9i64])
    let blank_2: *[n][m]i64 = scratch_i64([n, m])
    let map_3: [n][9i64]i64, map_4: [n][m]i64 = loop (acc: *[n][9i64]i64 = blank,
      acc_2: *[n][m]i64 = blank_2) for i: i64 < n do {
      let x: [m]i64 = xss[i, 0i64:+m*1i64]
      let replicate: [9i64]i64 = replicate([9i64], 0i64)
      let acc_3: [9i64]i64 = loop (acc_4: [9i64]i64 = replicate) for i_2: i64 < rounds do {
        let hist: [9i64]i64 = hist m [x]
          bins 9i64 of [acc_4] by \(x_2: i64, x_3: i64) : (i64) -> {
            let add: i64 = add_i64(x_2, x_3)
            in (add)
          } from (0i64)
          \(x_4: i64) : (i64, i64) -> {
            let add_2: i64 = add_i64(x_4, i_2)
            let mod: i64 = mod_i64(add_2, 9i64)
            in (mod, x_4)
          }
        in (hist)
      }
      let copy: [m]i64 = copy(x)
      let acc_5: [m]i64 = loop (acc_6: [m]i64 = copy) for i_3: i64 < rounds do {
        let elem: i64 = acc_6[0i64]
        let scatter: [m]i64 = scatter m [x]
          [acc_6 by 1]
          \(x_5: i64) : (i64, i64) -> {
            let add_3: i64 = add_i64(x_5, i_3)
            in (add_3, elem)
          }
        let map_5: [m]i64 = map m [scatter]
          \(x_6: i64) : (i64) -> {
            let add_4: i64 = add_i64(x_6, elem)
            in (add_4)
          }
        in (map_5)
      }
      let acc_7: *[n][9i64]i64 = acc with [i, 0i64:+9i64*1i64] = acc_3
      let acc_8: *[n][m]i64 = acc_2 with [i, 0i64:+m*1i64] = acc_5
      in (acc_7, acc_8)
    }
    in (map_3, map_4)
  } else {
    let map_6: [n][9i64]i64, map_7: [n][m]i64 = map n [xss]
      \(x_7: [m]i64) : ([9i64]i64, [m]i64) -> {
        let replicate_2: [9i64]i64 = replicate([9i64], 0i64)
        let acc_9: [9i64]i64 = loop (acc_10: [9i64]i64 = replicate_2) for i_4: i64 < rounds do {
          let hist_2: [9i64]i64 = hist m [x_7]
            bins 9i64 of [acc_10] by \(x_8: i64, x_9: i64) : (i64) -> {
              let add_5: i64 = add_i64(x_8, x_9)
              in (add_5)
            } from (0i64)
            \(x_10: i64) : (i64, i64) -> {
              let add_6: i64 = add_i64(x_10, i_4)
              let mod_2: i64 = mod_i64(add_6, 9i64)
              in (mod_2, x_10)
            }
          in (hist_2)
        }
        let copy_2: [m]i64 = copy(x_7)
        let acc_11: [m]i64 = loop (acc_12: [m]i64 = copy_2) for i_5: i64 < rounds do {
          let elem_2: i64 = acc_12[0i64]
          let scatter_2: [m]i64 = scatter m [x_7]
            [acc_12 by 1]
            \(x_11: i64) : (i64, i64) -> {
              let add_7: i64 = add_i64(x_11, i_5)
              in (add_7, elem_2)
            }
          let map_8: [m]i64 = map m [scatter_2]
            \(x_12: i64) : (i64) -> {
              let add_8: i64 = add_i64(x_12, elem_2)
              in (add_8)
            }
          in (map_8)
        }
        in (acc_9, acc_11)
      }
    in (map_6, map_7)
  }
  in (map, map_2)
