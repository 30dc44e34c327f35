-- The example of the documentation.
-- Documentation:
-- map (\i -> let ys = concat (xs, [n]) in ys[i + k]) is
-- becomes
-- map (\i -> if i + k < m then xs[i + k] else [n][i + k - m]) is
--
-- Written out:
-- concat(add, [xs, array]) … concat[add_2]
-- becomes
-- inside = lt_i64(add_2, m) … if inside then { … xs[add_2] … } else { t = sub_i64(add_2, m) … array[t]
--
entry main [m] (n: i64) (xs: [m]i64) (is: []i64) (k: i64) =
  map (\i -> if i < 0 then 0 else let ys = xs ++ [n] in ys[i + k]) is
-- ---
-- before read-joined (Anf)
entry main as main (m: i64,
  n: i64,
  n_2: i64,
  xs: [m]i64,
  is: [n]i64,
  k: i64) : (result: [n]i64) =
  let map: [n]i64 = map n [is]
    \(x: i64) : (i64) -> {
      let lt: bool = lt_i64(x, 0i64)
      let branch: i64 = if lt then {
        in (0i64)
      } else {
        let array: [1i64]i64 = [n_2]
        let add: i64 = add_i64(m, 1i64)
        let concat: [add]i64 = concat(add, [xs, array])
        let add_2: i64 = add_i64(x, k)
        let le: bool = le_i64(0i64, add_2)
        let lt_2: bool = lt_i64(add_2, add)
        let logand: bool = logand_bool(le, lt_2)
        let cert: cert = assert logand ("Index [",
          add_2,
          "] out of bounds for array of shape ",
          "[",
          add,
          "]",
          ".") at [main.fut:13:57-65, main.fut:13:3-69]
        let elem: i64 = <cert> concat[add_2]
        in (elem)
      }
      in (branch)
    }
  in (map)

-- after read-joined (Anf)
entry main as main (m: i64,
  n: i64,
  n_2: i64,
  xs: [m]i64,
  is: [n]i64,
  k: i64) : (result: [n]i64) =
  let map: [n]i64 = map n [is]
    \(x: i64) : (i64) -> {
      let lt: bool = lt_i64(x, 0i64)
      let branch: i64 = if lt then {
        in (0i64)
      } else {
        let array: [1i64]i64 = [n_2]
        let add: i64 = add_i64(m, 1i64)
        let concat: [add]i64 = concat(add, [xs, array])
        let add_2: i64 = add_i64(x, k)
        let le: bool = le_i64(0i64, add_2)
        let lt_2: bool = lt_i64(add_2, add)
        let logand: bool = logand_bool(le, lt_2)
        let cert: cert = assert logand ("Index [",
          add_2,
          "] out of bounds for array of shape ",
          "[",
          add,
          "]",
          ".") at [main.fut:13:57-65, main.fut:13:3-69]
        let inside: bool = lt_i64(add_2, m)
        let elem: i64 = <cert> if inside then {
          let element: i64 = xs[add_2]
          in (element)
        } else {
          let t: i64 = sub_i64(add_2, m)
          let element_2: i64 = array[t]
          in (element_2)
        }
        in (elem)
      }
      in (branch)
    }
  in (map)
