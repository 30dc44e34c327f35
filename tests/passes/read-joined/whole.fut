-- An array that is used as a whole stays.
entry main [m] (xs: [m]i64) (is: []i64) =
  map (\i -> let ys = xs ++ [i] in ys[i] + i64.sum ys) is
-- ---
-- before read-joined (Anf)
entry main as main (m: i64, n: i64, xs: [m]i64, is: [n]i64) : (result: [n]i64) =
  let add: i64 = add_i64(m, 1i64)
  let map: [n]i64 = map n [is]
    \(x: i64) : (i64) -> {
      let array: [1i64]i64 = [x]
      let concat: [add]i64 = concat(add, [xs, array])
      let le: bool = le_i64(0i64, x)
      let lt: bool = lt_i64(x, add)
      let logand: bool = logand_bool(le, lt)
      let cert: cert = assert logand ("Index [",
        x,
        "] out of bounds for array of shape ",
        "[",
        add,
        "]",
        ".") at [main.fut:3:36-40, main.fut:3:3-57]
      let elem: i64 = <cert> concat[x]
      let red: i64 = reduce add [concat]
        \(x_2: i64, x_3: i64) : (i64) -> {
          let add_2: i64 = add_i64(x_2, x_3)
          in (add_2)
        } from (0i64)
        \(x_4: i64) : (i64) -> {
          in (x_4)
        }
      let add_3: i64 = add_i64(elem, red)
      in (add_3)
    }
  in (map)

-- after read-joined (Anf)
the same
