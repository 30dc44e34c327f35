-- The example of the documentation.
-- Documentation:
-- reduce (map2 f) es xss
-- becomes
-- p = if n >= 256 then 64 else 1
-- yss = map (\k -> map2 (\e xs -> loop f e xs) es (transpose xss[k·s :+ s])) (iota p)
-- map2 (\e ys -> loop f e ys) es (transpose yss)
--
-- Written out:
-- reduce n [xss] … map m
-- becomes
-- le_i64(256i64, n) … quot_i64 … partial: [choice][m]i32 = map choice [parts] … rearrange([1, 0], elements) … map m [es, columns] … loop … rearrange([1, 0], partial) … map m [es, columns_2] … loop
--
entry main [n][m] (es: [m]i32) (xss: [n][m]i32) = reduce (map2 (+)) es xss
-- ---
-- before interchange-reduce (Anf)
entry main as main (m: i64,
  n: i64,
  es: [m]i32,
  xss: [n][m]i32) : (result: [m]i32) =
  let red: [m]i32 = reduce n [xss]
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
  in (red)

-- after interchange-reduce (Anf)
entry main as main (m: i64,
  n: i64,
  es: [m]i32,
  xss: [n][m]i32) : (result: [m]i32) =
  let t: bool = le_i64(256i64, n)
  let choice: i64 = if t then {
    in (64i64)
  } else {
    in (1i64)
  }
  let t_2: i64 = sub_i64(choice, 1i64)
  let t_3: i64 = add_i64(n, t_2)
  let t_4: i64 = quot_i64(t_3, choice)
  let parts: [choice]i64 = iota_i64(choice, 0i64, 1i64)
  let partial: [choice][m]i32 = map choice [parts]
    \(part: i64) : ([m]i32) -> {
      let t_5: i64 = mul_i64(part, t_4)
      let t_6: i64 = min_i64(t_5, n)
      let t_7: i64 = sub_i64(n, t_6)
      let t_8: i64 = min_i64(t_7, t_4)
      let elements: [t_8][m]i32 = xss[t_6:+t_8*1i64, 0i64:+m*1i64]
      let columns: [m][t_8]i32 = rearrange([1, 0], elements)
      let reduced: [m]i32 = map m [es, columns]
        \(neutral: i32, column: [t_8]i32) : (i32) -> {
          let reduced_2: i32 = loop (acc: i32 = neutral) for i: i64 < t_8 do {
            let x: i32 = column[i]
            let x_2: i32 = acc
            let x_3: i32 = x
            let add: i32 = add_i32(x_2, x_3)
            in (add)
          }
          in (reduced_2)
        }
      in (reduced)
    }
  let columns_2: [m][choice]i32 = rearrange([1, 0], partial)
  let red: [m]i32 = map m [es, columns_2]
    \(neutral_2: i32, column_2: [choice]i32) : (i32) -> {
      let reduced_3: i32 = loop (acc_2: i32 = neutral_2) for i_2: i64 < choice do {
        let x_4: i32 = column_2[i_2]
        let x_5: i32 = acc_2
        let x_6: i32 = x_4
        let add_2: i32 = add_i32(x_5, x_6)
        in (add_2)
      }
      in (reduced_3)
    }
  in (red)
