-- A condition on elements of an array stays.
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
        ".") at [main.fut:2:59-63, main.fut:2:48-67]
      let elem: i32 = <cert> xs[x]
      in (elem)
    }
  in (map)

-- after hoist-checks (Anf)
the same
