-- The backtrace of an inlined check names the place of the call, too.
def get [n] (xs: [n]i32) (i: i64) = xs[i]
entry main [n] (xs: [n]i32) (i: i64) = get xs i
-- ---
-- before inline (Anf)
entry main as main (n: i64, xs: [n]i32, i: i64) : (result: i32) =
  let result_2: i32 = get(n, xs, i)
  in (result_2)

-- after inline (Anf)
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
    ".") at [main.fut:2:37-41, main.fut:3:40-47]
  let elem: i32 = <cert> xs[i]
  let result_2: i32 = elem
  in (result_2)
