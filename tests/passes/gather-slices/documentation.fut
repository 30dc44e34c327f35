-- The example of the documentation.
-- Documentation:
-- concat (xs[k:], xs[:k])
-- becomes
-- map (\i -> if i < n - k then xs[k:][i] else xs[:k][i - (n - k)]) (iota n)
--
-- Written out:
-- concat(n, [front, back])
-- becomes
-- numbers = iota_i64(n, 0i64, 1i64) … map n [numbers] … low = lt_i64(i, length) … if low then { … front[i] … } else { t = sub_i64(i, length) … back[t]
--
entry main [n] (k: i64) (xs: [n]i32) : [n]i32 = xs[k:] ++ xs[:k] :> [n]i32
-- ---
-- before gather-slices (Anf)
entry main as main (n: i64, k: i64, xs: [n]i32) : (result: [n]i32) =
  let sub: i64 = sub_i64(n, k)
  let le: bool = le_i64(k, n)
  let eq: bool = eq_i64(k, n)
  let le_2: bool = le_i64(0i64, k)
  let logor: bool = logor_bool(eq, le_2)
  let logand: bool = logand_bool(le, logor)
  let cert: cert = assert logand ("Index [",
    k,
    ":",
    "] out of bounds for array of shape ",
    "[",
    n,
    "]",
    ".") at [main.fut:12:49-54]
  let slice: [sub]i32 = <cert> xs[k:+sub*1i64]
  let eq_2: bool = eq_i64(0i64, k)
  let logor_2: bool = logor_bool(eq_2, le)
  let logand_2: bool = logand_bool(le_2, logor_2)
  let cert_2: cert = assert logand_2 ("Index [",
    ":",
    k,
    "] out of bounds for array of shape ",
    "[",
    n,
    "]",
    ".") at [main.fut:12:59-64]
  let slice_2: [k]i32 = <cert_2> xs[0i64:+k*1i64]
  let concat: [n]i32 = concat(n, [slice, slice_2])
  in (concat)

-- after gather-slices (Anf)
entry main as main (n: i64, k: i64, xs: [n]i32) : (result: [n]i32) =
  let sub: i64 = sub_i64(n, k)
  let le: bool = le_i64(k, n)
  let eq: bool = eq_i64(k, n)
  let le_2: bool = le_i64(0i64, k)
  let logor: bool = logor_bool(eq, le_2)
  let logand: bool = logand_bool(le, logor)
  let cert: cert = assert logand ("Index [",
    k,
    ":",
    "] out of bounds for array of shape ",
    "[",
    n,
    "]",
    ".") at [main.fut:12:49-54]
  let slice: [sub]i32 = <cert> xs[k:+sub*1i64]
  let eq_2: bool = eq_i64(0i64, k)
  let logor_2: bool = logor_bool(eq_2, le)
  let logand_2: bool = logand_bool(le_2, logor_2)
  let cert_2: cert = assert logand_2 ("Index [",
    ":",
    k,
    "] out of bounds for array of shape ",
    "[",
    n,
    "]",
    ".") at [main.fut:12:59-64]
  let slice_2: [k]i32 = <cert_2> xs[0i64:+k*1i64]
  let numbers: [n]i64 = iota_i64(n, 0i64, 1i64)
  let concat: [n]i32 = map n [numbers]
    \(i: i64) : (i32) -> {
      let inside: bool = lt_i64(i, sub)
      let element: i32 = if inside then {
        let element_2: i32 = slice[i]
        in (element_2)
      } else {
        let t: i64 = sub_i64(i, sub)
        let element_3: i32 = slice_2[t]
        in (element_3)
      }
      in (element)
    }
  in (concat)
