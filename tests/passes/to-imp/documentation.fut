-- The example of the documentation.
-- Documentation:
-- let (x: f32) = ys[i, j]     becomes     var x: f32; x <- ys_mem[offset + i * s + j * t]
--
-- Written out:
-- elem: f32 = <cert> ys_2[i, j]
-- becomes
-- var elem: f32 elem <- ys[add_i64(mul_i64(i, m), j)]
--
entry main [n] [m] (ys: [n][m]f32) (i: i64) (j: i64) = ys[i, j]
-- ---
-- before to-imp (FunMem)
entry main as main (n: i64,
  m: i64,
  ys_mem: mem,
  ys: [n][m]f32 @ys_mem -> 0 + {(n : m) (m : 1)},
  i: i64,
  j: i64) : (result: f32) =
  let le: bool = le_i64(0i64, i)
  let lt: bool = lt_i64(i, n)
  let logand: bool = logand_bool(le, lt)
  let le_2: bool = le_i64(0i64, j)
  let lt_2: bool = lt_i64(j, m)
  let logand_2: bool = logand_bool(le_2, lt_2)
  let logand_3: bool = logand_bool(logand, logand_2)
  let cert: cert = assert logand_3 ("Index [",
    i,
    ", ",
    j,
    "] out of bounds for array of shape ",
    "[",
    n,
    "]",
    "[",
    m,
    "]",
    ".") at [main.fut:10:56-63]
  let elem: f32 = <cert> ys[i, j]
  in (elem)

-- after to-imp (Imp)
entry main (ys_mem: [n][m]f32, i: i64, j: i64) do
  var le: bool
  le <- le_i64(0i64, i)
  var lt: bool
  lt <- lt_i64(i, n)
  var logand: bool
  logand <- logand_bool(le, lt)
  var le_2: bool
  le_2 <- le_i64(0i64, j)
  var lt_2: bool
  lt_2 <- lt_i64(j, m)
  var logand_2: bool
  logand_2 <- logand_bool(le_2, lt_2)
  var logand_3: bool
  logand_3 <- logand_bool(logand, logand_2)
  assert logand_3 ("Index [",
    i,
    ", ",
    j,
    "] out of bounds for array of shape ",
    "[",
    n,
    "]",
    "[",
    m,
    "]",
    ".") at (main.fut:10:56-63)
  var elem: f32
  elem <- ys_mem[add_i64(mul_i64(i, m), j)]
return (elem)
