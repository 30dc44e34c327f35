-- With `elements`, conditions on elements are tested beforehand, by a map and a reduce.
-- options: elements=on
entry main [n] [m] (xs: [n]i32) (is: [m]i64) = map (\i -> xs[i]) is
-- ---
-- before hoist-checks (Anf)
entry main as main (n: i64, m: i64, xs: [n]i32, is: [m]i64) : (result: [m]i32) =
  let map: [m]i32 = map m [is]
    \(x: i64) : (i32) -> {
      let le: bool = le_i64(0i64, x)
      let lt: bool = lt_i64(x, n)
      let logand: bool = logand_bool(le, lt)
      let cert: cert = assert logand ("Index [",
        x,
        "] out of bounds for array of shape ",
        "[",
        n,
        "]",
        ".") at [main.fut:3:59-63, main.fut:3:48-67]
      let elem: i32 = <cert> xs[x]
      in (elem)
    }
  in (map)

-- after hoist-checks (Anf)
entry main as main (n: i64, m: i64, xs: [n]i32, is: [m]i64) : (result: [m]i32) =
  let holds: bool = reduce m [is]
    commutative \(a: bool, b: bool) : (bool) -> {
      let t: bool = logand_bool(a, b)
      in (t)
    } from (true)
    \(x: i64) : (bool) -> {
      let t_2: bool = le_i64(0i64, x)
      let t_3: bool = lt_i64(x, n)
      let t_4: bool = logand_bool(t_2, t_3)
      in (t_4)
    }
  let held: bool, x_2: i64 = if holds then {
    in (true, 0i64)
  } else {
    let at: i64, good: bool = loop (at_2: i64 = -1i64, good_2: bool = true) while good_2 do {
      let t_5: i64 = add_i64(at_2, 1i64)
      let x_3: i64 = is[t_5]
      let t_6: bool = le_i64(0i64, x_3)
      let t_7: bool = lt_i64(x_3, n)
      let t_8: bool = logand_bool(t_6, t_7)
      in (t_5, t_8)
    }
    let t_9: bool = le_i64(m, at)
    let x_4: i64 = is[at]
    in (t_9, x_4)
  }
  let cert: cert = assert held ("Index [",
    x_2,
    "] out of bounds for array of shape ",
    "[",
    n,
    "]",
    ".") at [main.fut:3:59-63, main.fut:3:48-67]
  let map: [m]i32 = <cert> map m [is]
    \(x_5: i64) : (i32) -> {
      let le: bool = le_i64(0i64, x_5)
      let lt: bool = lt_i64(x_5, n)
      let logand: bool = logand_bool(le, lt)
      let elem: i32 = xs[x_5]
      in (elem)
    }
  in (map)
