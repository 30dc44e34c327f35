-- The example of the documentation.
-- show: all
-- Documentation:
-- fun f (n, m, xs: [n]i32, ys: [m]i32) : (k: i64, zs: [k]i32) = k = n + m; zs = concat xs ys; in (k, zs)
-- …   k, zs: [k]i32 = f (n, n, xs, xs)
-- becomes     fun f_shape (n, m) : (k: i64) = k = n + m; in k
-- fun f_value (k, n, m, xs: [n]i32, ys: [m]i32) : (zs: [k]i32) = zs = concat xs ys; in zs
-- …   k = f_shape (n, n); zs: [k]i32 = f_value (k, n, n, xs, xs)
--
-- Written out:
-- fun concat (n: i64, m: i64, xs: [n]i32, ys: [m]i32) : (k: i64, result: [k]i32) = add = add_i64(n, m); concat_2 = concat(add, [xs, ys]); in (add, concat_2) … k_3, result_3 = concat(n_2, n_2, xs_2, xs_2)
-- becomes
-- fun concat_shape (n: i64, m: i64) : (k: i64) = add = add_i64(n, m); in (add)
-- fun concat_value (k_2: i64, n_2: i64, m_2: i64, xs: [n_2]i32, ys: [m_2]i32) : (result: [k_2]i32) = concat = concat(k_2, [xs, ys]); in (concat)
-- … k_4 = concat_shape(n_3, n_3); result_3 = concat_value(k_4, n_3, n_3, xs_2, xs_2)
--
entry main [n] (xs: [n]i32) = concat xs xs
-- ---
-- before slice-sizes (Anf)
fun concat (n: i64, m: i64, xs: [n]i32, ys: [m]i32) : (k: i64, result: [k]i32) =
  let add: i64 = add_i64(n, m)
  let concat_2: [add]i32 = concat(add, [xs, ys])
  in (add, concat_2)

entry main as main (n_2: i64, xs_2: [n_2]i32) : (k_2: i64, result_2: [k_2]i32) =
  let k_3: i64, result_3: [k_3]i32 = concat(n_2, n_2, xs_2, xs_2)
  in (k_3, result_3)

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

entry main as main (n_3: i64, xs_2: [n_3]i32) : (k_3: i64, result_2: [k_3]i32) =
  let k_4: i64 = concat_shape(n_3, n_3)
  let result_3: [k_4]i32 = concat_value(k_4, n_3, n_3, xs_2, xs_2)
  in (k_4, result_3)
