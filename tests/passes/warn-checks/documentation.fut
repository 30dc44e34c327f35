-- The example of the documentation.
-- Documentation:
-- #[warn(safety_checks)] xs[i]     warns: safety check required at run-time
--
entry main (xs: []i32) (i: i64) = #[warn(safety_checks)] xs[i]
-- ---
-- before warn-checks (Anf)
entry main as main (n: i64, xs: [n]i32, i: i64) : (result: i32) =
  let le: bool = le_i64(0i64, i)
  let lt: bool = lt_i64(i, n)
  let logand: bool = logand_bool(le, lt)
  let cert: cert = assert logand ("Index [",
    i,
    "] out of bounds for array of shape ",
    "[",
    n,
    "]",
    ".") at [main.fut:5:58-62]
  let elem: i32 = <cert> xs[i]
  in (elem)

-- after warn-checks (Anf)
main.fut:5:58-62: warning W0010: safety check required at run-time
    an index is out of bounds
the same
