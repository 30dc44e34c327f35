-- A condition that is the same for all elements is tested once.
entry main [n] (xs: [n]i32) (k: i64) = map (\x -> x + xs[k]) xs
-- ---
-- before hoist-checks (Anf)
entry main as main (n: i64, xs: [n]i32, k: i64) : (result: [n]i32) =
  let map: [n]i32 = map n [xs]
    \(x: i32) : (i32) -> {
      let le: bool = le_i64(0i64, k)
      let lt: bool = lt_i64(k, n)
      let logand: bool = logand_bool(le, lt)
      let cert: cert = assert logand ("Index [",
        k,
        "] out of bounds for array of shape ",
        "[",
        n,
        "]",
        ".") at [main.fut:2:55-59, main.fut:2:40-63]
      let elem: i32 = <cert> xs[k]
      let add: i32 = add_i32(x, elem)
      in (add)
    }
  in (map)

-- after hoist-checks (Anf)
entry main as main (n: i64, xs: [n]i32, k: i64) : (result: [n]i32) =
  let t: bool = le_i64(0i64, k)
  let t_2: bool = lt_i64(k, n)
  let t_3: bool = logand_bool(t, t_2)
  let t_4: bool = le_i64(n, 0i64)
  let t_5: bool = logor_bool(t_4, t_3)
  let cert: cert = assert t_5 ("Index [",
    k,
    "] out of bounds for array of shape ",
    "[",
    n,
    "]",
    ".") at [main.fut:2:55-59, main.fut:2:40-63]
  let map: [n]i32 = <cert> map n [xs]
    \(x: i32) : (i32) -> {
      let le: bool = le_i64(0i64, k)
      let lt: bool = lt_i64(k, n)
      let logand: bool = logand_bool(le, lt)
      let elem: i32 = xs[k]
      let add: i32 = add_i32(x, elem)
      in (add)
    }
  in (map)
