-- A check in a function that the expression calls, and one outside of the expression.
def f (xs: []i32) (i: i64) = xs[i]
entry main (xs: []i32) (is: []i64) = (#[warn(safety_checks)] map (f xs) is, xs[3])
-- ---
-- before warn-checks (Anf)
entry main as main (n: i64, n_2: i64, xs: [n]i32, is: [n_2]i64) : (result: [n_2]i32,
  result_2: i32) =
  let map: [n_2]i32 = map n_2 [is]
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
        ".") at [main.fut:2:30-34, main.fut:3:62-74]
      let elem: i32 = <cert> xs[x]
      in (elem)
    }
  let lt_2: bool = lt_i64(3i64, n)
  let cert_2: cert = assert lt_2 ("Index [",
    3i64,
    "] out of bounds for array of shape ",
    "[",
    n,
    "]",
    ".") at [main.fut:3:77-81]
  let elem_2: i32 = <cert_2> xs[3i64]
  in (map, elem_2)

-- after warn-checks (Anf)
main.fut:2:30-34: warning W0010: safety check required at run-time
    an index is out of bounds
the same
