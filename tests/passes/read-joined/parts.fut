-- Of three joined arrays, an element is in the first whose end it is before. A loop reads as a statement does.
entry main [m] (xs: [m]i64) (is: []i64) =
  map (\i -> let ys = [i] ++ xs ++ [i + 1] in loop s = 0 for j < m + 2 do s * ys[j]) is
-- ---
-- before read-joined (Anf)
entry main as main (m: i64, n: i64, xs: [m]i64, is: [n]i64) : (result: [n]i64) =
  let add: i64 = add_i64(1i64, m)
  let add_2: i64 = add_i64(add, 1i64)
  let map: [n]i64 = map n [is]
    \(x: i64) : (i64) -> {
      let array: [1i64]i64 = [x]
      let concat: [add]i64 = concat(add, [array, xs])
      let add_3: i64 = add_i64(x, 1i64)
      let array_2: [1i64]i64 = [add_3]
      let concat_2: [add_2]i64 = concat(add_2, [concat, array_2])
      let acc: i64 = loop (acc_2: i64 = 0i64) for j: i64 < add_2 do {
        let lt: bool = lt_i64(j, add_2)
        let elem: i64 = concat_2[j]
        let mul: i64 = mul_i64(acc_2, elem)
        in (mul)
      }
      in (acc)
    }
  in (map)

-- after read-joined (Anf)
entry main as main (m: i64, n: i64, xs: [m]i64, is: [n]i64) : (result: [n]i64) =
  let add: i64 = add_i64(1i64, m)
  let add_2: i64 = add_i64(add, 1i64)
  let map: [n]i64 = map n [is]
    \(x: i64) : (i64) -> {
      let array: [1i64]i64 = [x]
      let concat: [add]i64 = concat(add, [array, xs])
      let add_3: i64 = add_i64(x, 1i64)
      let array_2: [1i64]i64 = [add_3]
      let concat_2: [add_2]i64 = concat(add_2, [concat, array_2])
      let acc: i64 = loop (acc_2: i64 = 0i64) for j: i64 < add_2 do {
        let lt: bool = lt_i64(j, add_2)
        let inside: bool = lt_i64(j, add)
        let elem: i64 = if inside then {
          let element: i64 = concat[j]
          in (element)
        } else {
          let t: i64 = sub_i64(j, add)
          let element_2: i64 = array_2[t]
          in (element_2)
        }
        let mul: i64 = mul_i64(acc_2, elem)
        in (mul)
      }
      in (acc)
    }
  in (map)
