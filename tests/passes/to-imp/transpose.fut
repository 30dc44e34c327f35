-- A read of a transposition becomes a read of the flat array.
entry main [n] [m] (xss: [n][m]i32) (i: i64) = (transpose xss)[i, 0]
-- ---
-- before to-imp (FunMem)
entry main as main (n: i64,
  m: i64,
  xss_mem: mem,
  xss: [n][m]i32 @xss_mem -> 0 + {(n : m) (m : 1)},
  i: i64) : (result: i32) =
  let le: bool = le_i64(0i64, i)
  let lt: bool = lt_i64(i, m)
  let logand: bool = logand_bool(le, lt)
  let lt_2: bool = lt_i64(0i64, n)
  let logand_2: bool = logand_bool(logand, lt_2)
  let cert: cert = assert logand_2 ("Index [",
    i,
    ", ",
    0i64,
    "] out of bounds for array of shape ",
    "[",
    m,
    "]",
    "[",
    n,
    "]",
    ".") at [main.fut:2:48-68]
  let elem: i32 = <cert> xss[0i64, i]
  in (elem)

-- after to-imp (Imp)
entry main (xss_mem: [n][m]i32, i: i64) do
  var le: bool
  le <- le_i64(0i64, i)
  var lt: bool
  lt <- lt_i64(i, m)
  var logand: bool
  logand <- logand_bool(le, lt)
  var lt_2: bool
  lt_2 <- lt_i64(0i64, n)
  var logand_2: bool
  logand_2 <- logand_bool(logand, lt_2)
  assert logand_2 ("Index [",
    i,
    ", ",
    0i64,
    "] out of bounds for array of shape ",
    "[",
    m,
    "]",
    "[",
    n,
    "]",
    ".") at (main.fut:2:48-68)
  var elem: i32
  elem <- xss_mem[add_i64(mul_i64(0i64, m), i)]
return (elem)
