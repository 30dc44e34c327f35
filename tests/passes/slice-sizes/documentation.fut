-- The example of the documentation.
-- show: all
def f [n] (xs: [n]i32) = let m = n + n in concat xs xs :> [m]i32
entry main [n] (xs: [n]i32) = f xs
-- ---
-- before slice-sizes (Anf)
fun concat (n: i64, m: i64, xs: [n]i32, ys: [m]i32) : (k: i64, result: [k]i32) =
  let add: i64 = add_i64(n, m)
  let concat_2: [add]i32 = concat(add, [xs, ys])
  in (add, concat_2)

fun f (n_2: i64, xs_2: [n_2]i32) : (k_2: i64, result_2: [k_2]i32) =
  let add_2: i64 = add_i64(n_2, n_2)
  let k_3: i64, result_3: [k_3]i32 = concat(n_2, n_2, xs_2, xs_2)
  let eq: bool = eq_i64(k_3, add_2)
  let cert: cert = assert eq ("Value of (desugared) shape ",
    "[",
    k_3,
    "]",
    " cannot match shape of type \"",
    "[",
    add_2,
    "]",
    "i32\".") at [main.fut:3:43-64]
  let coerced: [add_2]i32 = <cert> reshape([add_2], result_3)
  in (add_2, coerced)

entry main as main (n_3: i64, xs_3: [n_3]i32) : (k_4: i64, result_4: [k_4]i32) =
  let k_5: i64, result_5: [k_5]i32 = f(n_3, xs_3)
  in (k_5, result_5)

-- after slice-sizes (Anf)
fun concat_shape (n: i64, m: i64) : (k: i64) =
  let add: i64 = add_i64(n, m)
  in (add)

fun concat_value (k_2: i64,
  n_2: i64,
  m_2: i64,
  xs: [n_2]i32,
  ys: [m_2]i32) : (result: [k_2]i32) =
  let concat: [k_2]i32 = concat(k_2, [xs, ys])
  in (concat)

fun f_shape (n_3: i64) : (k_3: i64) =
  let add_2: i64 = add_i64(n_3, n_3)
  in (add_2)

fun f_value (k_4: i64, n_4: i64, xs_2: [n_4]i32) : (result_2: [k_4]i32) =
  let k_5: i64 = concat_shape(n_4, n_4)
  let result_3: [k_5]i32 = concat_value(k_5, n_4, n_4, xs_2, xs_2)
  let eq: bool = eq_i64(k_5, k_4)
  let cert: cert = assert eq ("Value of (desugared) shape ",
    "[",
    k_5,
    "]",
    " cannot match shape of type \"",
    "[",
    k_4,
    "]",
    "i32\".") at [main.fut:3:43-64]
  let coerced: [k_4]i32 = <cert> reshape([k_4], result_3)
  in (coerced)

entry main as main (n_5: i64, xs_3: [n_5]i32) : (k_6: i64, result_4: [k_6]i32) =
  let k_7: i64 = f_shape(n_5)
  let result_5: [k_7]i32 = f_value(k_7, n_5, xs_3)
  in (k_7, result_5)
