-- The example of the documentation.
-- Documentation:
-- ys = transpose xs; a = ys[0, i]; b = a * 1; c = xs[i, 0] + b     becomes     a = xs[i, 0]; c = a + a
--
-- Written out:
-- ys = rearrange([1, 0], xs) … a = <cert> result_2[0, i]; b = mul_i32(a, 1) … elem_2 = <cert_2> xs[i, 0]; c = add_i32(elem_2, b)
-- becomes
-- a = <…> xs[i, 0]; c = add_i32(a, a)
--
entry main [n] [m] (xs: [n][m]i32) (i: i64) = let ys = transpose xs let a = ys[0, i] let b = a * 1 in xs[i, 0] + b
-- ---
-- before simplify (Anf)
entry main as main (n: i64, m: i64, xs: [n][m]i32, i: i64) : (result: i32) =
  let transpose: [m][n]i32 = rearrange([1, 0], xs)
  let result_2: [m][n]i32 = transpose
  let le: bool = le_i64(0i64, 0i64)
  let lt: bool = lt_i64(0i64, m)
  let logand: bool = logand_bool(le, lt)
  let le_2: bool = le_i64(0i64, i)
  let lt_2: bool = lt_i64(i, n)
  let logand_2: bool = logand_bool(le_2, lt_2)
  let logand_3: bool = logand_bool(logand, logand_2)
  let cert: cert = assert logand_3 ("Index [",
    0i64,
    ", ",
    i,
    "] out of bounds for array of shape ",
    "[",
    m,
    "]",
    "[",
    n,
    "]",
    ".") at [main.fut:10:77-84]
  let elem: i32 = <cert> result_2[0i64, i]
  let mul: i32 = mul_i32(elem, 1i32)
  let le_3: bool = le_i64(0i64, i)
  let lt_3: bool = lt_i64(i, n)
  let logand_4: bool = logand_bool(le_3, lt_3)
  let le_4: bool = le_i64(0i64, 0i64)
  let lt_4: bool = lt_i64(0i64, m)
  let logand_5: bool = logand_bool(le_4, lt_4)
  let logand_6: bool = logand_bool(logand_4, logand_5)
  let cert_2: cert = assert logand_6 ("Index [",
    i,
    ", ",
    0i64,
    "] out of bounds for array of shape ",
    "[",
    n,
    "]",
    "[",
    m,
    "]",
    ".") at [main.fut:10:103-110]
  let elem_2: i32 = <cert_2> xs[i, 0i64]
  let add: i32 = add_i32(elem_2, mul)
  in (add)

-- after simplify (Anf)
entry main as main (n: i64, m: i64, xs: [n][m]i32, i: i64) : (result: i32) =
  let lt: bool = lt_i64(0i64, m)
  let le: bool = le_i64(0i64, i)
  let lt_2: bool = lt_i64(i, n)
  let logand: bool = logand_bool(le, lt_2)
  let logand_2: bool = logand_bool(lt, logand)
  let cert: cert = assert logand_2 ("Index [",
    0i64,
    ", ",
    i,
    "] out of bounds for array of shape ",
    "[",
    m,
    "]",
    "[",
    n,
    "]",
    ".") at [main.fut:10:77-84]
  let elem: i32 = <cert> xs[i, 0i64]
  let add: i32 = add_i32(elem, elem)
  in (add)
