-- The example of the documentation.
-- Documentation:
-- map (\i -> c = assert (0 <= i + k < n); x = <c> xs[i + k] …) (iota m)
-- becomes     c = assert (m <= 0 || 0 <= k <= m - 1 + k < n); <c> map (\i -> x = xs[i + k] …) (iota m)
--
-- Written out:
-- map m [iota] \(x: i64) : (i32) -> { add = add_i64(x, k); le_2 = le_i64(0, add); lt = lt_i64(add, n); logand = logand_bool(le_2, lt); cert_2 = assert logand … elem = <cert_2> xs[add]
-- becomes
-- t = le_i64(0, k); t_2 = sub_i64(m, 1); t_3 = add_i64(t_2, k); t_4 = le_i64(k, t_3); t_5 = logand_bool(t, t_4); t_6 = lt_i64(t_3, n); t_7 = logand_bool(t_6, t_4); t_8 = logand_bool(t_5, t_7); t_9 = le_i64(m, 0); t_10 = logor_bool(t_9, t_8) … if t_10 … c = assert held … <c> map m [iota] … elem = xs[…]
--
entry main [n] (xs: [n]i32) (k: i64) (m: i64) = map (\i -> xs[i + k]) (iota m)
-- ---
-- before hoist-checks (Anf)
entry main as main (n: i64, xs: [n]i32, k: i64, m: i64) : (result: [m]i32) =
  let le: bool = le_i64(0i64, m)
  let cert: cert = assert le ("Range 0..1..<", m, " is invalid.") at [main.fut:11:72-77,
    main.fut:11:72-77]
  let iota: [m]i64 = <cert> iota_i64(m, 0i64, 1i64)
  let map: [m]i32 = map m [iota]
    \(x: i64) : (i32) -> {
      let add: i64 = add_i64(x, k)
      let le_2: bool = le_i64(0i64, add)
      let lt: bool = lt_i64(add, n)
      let logand: bool = logand_bool(le_2, lt)
      let cert_2: cert = assert logand ("Index [",
        add,
        "] out of bounds for array of shape ",
        "[",
        n,
        "]",
        ".") at [main.fut:11:60-68, main.fut:11:49-78]
      let elem: i32 = <cert_2> xs[add]
      in (elem)
    }
  in (map)

-- after hoist-checks (Anf)
entry main as main (n: i64, xs: [n]i32, k: i64, m: i64) : (result: [m]i32) =
  let le: bool = le_i64(0i64, m)
  let cert: cert = assert le ("Range 0..1..<", m, " is invalid.") at [main.fut:11:72-77,
    main.fut:11:72-77]
  let iota: [m]i64 = <cert> iota_i64(m, 0i64, 1i64)
  let t: bool = le_i64(0i64, k)
  let t_2: i64 = sub_i64(m, 1i64)
  let t_3: i64 = add_i64(t_2, k)
  let t_4: bool = le_i64(k, t_3)
  let t_5: bool = logand_bool(t, t_4)
  let t_6: bool = lt_i64(t_3, n)
  let t_7: bool = logand_bool(t_6, t_4)
  let t_8: bool = logand_bool(t_5, t_7)
  let t_9: bool = le_i64(m, 0i64)
  let t_10: bool = logor_bool(t_9, t_8)
  let held: bool, add: i64 = if t_10 then {
    in (true, 0i64)
  } else {
    let at: i64, good: bool = loop (at_2: i64 = -1i64, good_2: bool = true) while good_2 do {
      let t_11: i64 = add_i64(at_2, 1i64)
      let t_12: i64 = add_i64(t_11, k)
      let t_13: bool = le_i64(0i64, t_12)
      let t_14: bool = lt_i64(t_12, n)
      let t_15: bool = logand_bool(t_13, t_14)
      let t_16: bool = lt_i64(t_11, m)
      let t_17: bool = logand_bool(t_16, t_15)
      in (t_11, t_17)
    }
    let t_18: bool = le_i64(m, at)
    let t_19: i64 = add_i64(at, k)
    in (t_18, t_19)
  }
  let cert_2: cert = assert held ("Index [",
    add,
    "] out of bounds for array of shape ",
    "[",
    n,
    "]",
    ".") at [main.fut:11:60-68, main.fut:11:49-78]
  let map: [m]i32 = <cert_2> map m [iota]
    \(x: i64) : (i32) -> {
      let add_2: i64 = add_i64(x, k)
      let le_2: bool = le_i64(0i64, add_2)
      let lt: bool = lt_i64(add_2, n)
      let logand: bool = logand_bool(le_2, lt)
      let elem: i32 = xs[add_2]
      in (elem)
    }
  in (map)
