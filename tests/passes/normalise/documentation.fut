-- The example of the documentation.
-- Documentation:
-- (xs[i] + 1) * 2     becomes     c = assert (0 <= i < n); x = xs[i] <c>; y = x + 1; z = y * 2
--
-- Written out:
-- (xs[i] + 1) * 2
-- becomes
-- le = le_i64(0, i); lt = lt_i64(i, n); and = logand_bool(le, lt); c = assert and … x = <c> xs[i]; y = add_i32(x, 1); z = mul_i32(y, 2)
--
entry main [n] (xs: [n]i32) (i: i64) = (xs[i] + 1) * 2
-- ---
-- before normalise (FirstOrder)
entry main [n] (xs: [n]i32) (i: i64): i32 =
  (xs[i] + 1i32) * 2i32

-- after normalise (Anf)
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
    ".") at [main.fut:10:41-45]
  let elem: i32 = <cert> xs[i]
  let add: i32 = add_i32(elem, 1i32)
  let mul: i32 = mul_i32(add, 2i32)
  in (mul)
