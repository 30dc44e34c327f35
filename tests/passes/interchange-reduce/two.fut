-- An operator on two arrays at once. Its operands are in another order than those of its map.
entry main [n][m] (xss: [n][m]i32) (yss: [n][m]i32) =
  reduce (\(a, b) (c, d) -> unzip (map4 (\d c b a -> (a * c, c * b + d)) d c b a))
         (replicate m 1, replicate m 0) (zip xss yss)
-- ---
-- before interchange-reduce (Anf)
entry main as main (n: i64,
  m: i64,
  xss: [n][m]i32,
  yss: [n][m]i32) : (result: [m]i32, result_2: [m]i32) =
  let replicate: [m]i32 = replicate([m], 1i32)
  let replicate_2: [m]i32 = replicate([m], 0i32)
  let red: [m]i32, red_2: [m]i32 = reduce n [xss, yss]
    \(x: [m]i32, x_2: [m]i32, x_3: [m]i32, x_4: [m]i32) : ([m]i32,
      [m]i32) -> {
      let map: [m]i32, map_2: [m]i32 = map m [x_4, x_3, x_2, x]
        \(x_5: i32, x_6: i32, x_7: i32, x_8: i32) : (i32, i32) -> {
          let mul: i32 = mul_i32(x_8, x_6)
          let mul_2: i32 = mul_i32(x_6, x_7)
          let add: i32 = add_i32(mul_2, x_5)
          in (mul, add)
        }
      in (map, map_2)
    } from (replicate, replicate_2)
    \(x_9: [m]i32, x_10: [m]i32) : ([m]i32, [m]i32) -> {
      in (x_9, x_10)
    }
  in (red, red_2)

-- after interchange-reduce (Anf)
entry main as main (n: i64,
  m: i64,
  xss: [n][m]i32,
  yss: [n][m]i32) : (result: [m]i32, result_2: [m]i32) =
  let replicate: [m]i32 = replicate([m], 1i32)
  let replicate_2: [m]i32 = replicate([m], 0i32)
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
  let partial: [choice][m]i32, partial_2: [choice][m]i32 = map choice [parts]
    \(part: i64) : ([m]i32, [m]i32) -> {
      let t_5: i64 = mul_i64(part, t_4)
      let t_6: i64 = min_i64(t_5, n)
      let t_7: i64 = sub_i64(n, t_6)
      let t_8: i64 = min_i64(t_7, t_4)
      let elements: [t_8][m]i32 = xss[t_6:+t_8*1i64, 0i64:+m*1i64]
      let elements_2: [t_8][m]i32 = yss[t_6:+t_8*1i64, 0i64:+m*1i64]
      let columns: [m][t_8]i32 = rearrange([1, 0], elements)
      let columns_2: [m][t_8]i32 = rearrange([1, 0], elements_2)
      let reduced: [m]i32, reduced_2: [m]i32 = map m [replicate,
        replicate_2,
        columns,
        columns_2]
        \(neutral: i32, neutral_2: i32, column: [t_8]i32, column_2: [t_8]i32) : (i32,
          i32) -> {
          let reduced_3: i32, reduced_4: i32 = loop (acc: i32 = neutral,
            acc_2: i32 = neutral_2) for i: i64 < t_8 do {
            let x: i32 = column[i]
            let x_2: i32 = column_2[i]
            let x_3: i32 = x_2
            let x_4: i32 = x
            let x_5: i32 = acc_2
            let x_6: i32 = acc
            let mul: i32 = mul_i32(x_6, x_4)
            let mul_2: i32 = mul_i32(x_4, x_5)
            let add: i32 = add_i32(mul_2, x_3)
            in (mul, add)
          }
          in (reduced_3, reduced_4)
        }
      in (reduced, reduced_2)
    }
  let columns_3: [m][choice]i32 = rearrange([1, 0], partial)
  let columns_4: [m][choice]i32 = rearrange([1, 0], partial_2)
  let red: [m]i32, red_2: [m]i32 = map m [replicate,
    replicate_2,
    columns_3,
    columns_4]
    \(neutral_3: i32, neutral_4: i32, column_3: [choice]i32, column_4: [choice]i32) : (i32,
      i32) -> {
      let reduced_5: i32, reduced_6: i32 = loop (acc_3: i32 = neutral_3,
        acc_4: i32 = neutral_4) for i_2: i64 < choice do {
        let x_7: i32 = column_3[i_2]
        let x_8: i32 = column_4[i_2]
        let x_9: i32 = x_8
        let x_10: i32 = x_7
        let x_11: i32 = acc_4
        let x_12: i32 = acc_3
        let mul_3: i32 = mul_i32(x_12, x_10)
        let mul_4: i32 = mul_i32(x_10, x_11)
        let add_2: i32 = add_i32(mul_4, x_9)
        in (mul_3, add_2)
      }
      in (reduced_5, reduced_6)
    }
  in (red, red_2)
