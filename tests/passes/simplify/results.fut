-- Nobody overwrites the results of an entry point. So its copies are the arrays themselves, if nothing overwrites these.
-- show: all
entry same (xs: []i32) = (copy xs, map (\x -> x) xs)

-- The array is overwritten afterwards.
entry overwritten (xs: *[]i32) = let ys = copy xs in (ys, xs with [0] = 1)

-- The copy is overwritten.
entry filled (xs: []i32) = (copy xs with [0] = 1, xs)

-- A view is copied to have its elements in order.
entry turned (xss: [][]i32) = copy (transpose xss)
-- ---
-- before simplify (Anf)
entry same as same (n: i64, xs: [n]i32) : (result: [n]i32, result_2: [n]i32) =
  let copy: [n]i32 = copy(xs)
  let result_3: [n]i32 = copy
  let map: [n]i32 = map n [xs]
    \(x: i32) : (i32) -> {
      in (x)
    }
  in (result_3, map)

entry overwritten as overwritten (n_2: i64, xs_2: [n_2]i32) : (result_4: [n_2]i32,
  result_5: [n_2]i32) =
  let copy_2: [n_2]i32 = copy(xs_2)
  let result_6: [n_2]i32 = copy_2
  let le: bool = le_i64(0i64, 0i64)
  let lt: bool = lt_i64(0i64, n_2)
  let logand: bool = logand_bool(le, lt)
  let cert: cert = assert logand ("Index [",
    0i64,
    "] out of bounds for array of shape ",
    "[",
    n_2,
    "]",
    ".") at [main.fut:6:59-73]
  let updated: [n_2]i32 = <cert> xs_2 with [0i64] = 1i32
  in (result_6, updated)

entry filled as filled (n_3: i64, xs_3: [n_3]i32) : (result_7: [n_3]i32, result_8: [n_3]i32) =
  let copy_3: [n_3]i32 = copy(xs_3)
  let result_9: [n_3]i32 = copy_3
  let le_2: bool = le_i64(0i64, 0i64)
  let lt_2: bool = lt_i64(0i64, n_3)
  let logand_2: bool = logand_bool(le_2, lt_2)
  let cert_2: cert = assert logand_2 ("Index [",
    0i64,
    "] out of bounds for array of shape ",
    "[",
    n_3,
    "]",
    ".") at [main.fut:9:29-48]
  let updated_2: [n_3]i32 = <cert_2> result_9 with [0i64] = 1i32
  in (updated_2, xs_3)

entry turned as turned (n_4: i64,
  n_5: i64,
  xss: [n_4][n_5]i32) : (result_10: [n_5][n_4]i32) =
  let transpose: [n_5][n_4]i32 = rearrange([1, 0], xss)
  let result_11: [n_5][n_4]i32 = transpose
  let copy_4: [n_5][n_4]i32 = copy(result_11)
  let result_12: [n_5][n_4]i32 = copy_4
  in (result_12)

-- after simplify (Anf)
entry same as same (n: i64, xs: [n]i32) : (result: [n]i32, result_2: [n]i32) =
  in (xs, xs)

entry overwritten as overwritten (n_2: i64, xs_2: [n_2]i32) : (result_3: [n_2]i32,
  result_4: [n_2]i32) =
  let copy: [n_2]i32 = copy(xs_2)
  let lt: bool = lt_i64(0i64, n_2)
  let cert: cert = assert lt ("Index [",
    0i64,
    "] out of bounds for array of shape ",
    "[",
    n_2,
    "]",
    ".") at [main.fut:6:59-73]
  let updated: [n_2]i32 = <cert> xs_2 with [0i64] = 1i32
  in (copy, updated)

entry filled as filled (n_3: i64, xs_3: [n_3]i32) : (result_5: [n_3]i32, result_6: [n_3]i32) =
  let copy_2: [n_3]i32 = copy(xs_3)
  let lt_2: bool = lt_i64(0i64, n_3)
  let cert_2: cert = assert lt_2 ("Index [",
    0i64,
    "] out of bounds for array of shape ",
    "[",
    n_3,
    "]",
    ".") at [main.fut:9:29-48]
  let updated_2: [n_3]i32 = <cert_2> copy_2 with [0i64] = 1i32
  in (updated_2, xs_3)

entry turned as turned (n_4: i64,
  n_5: i64,
  xss: [n_4][n_5]i32) : (result_7: [n_5][n_4]i32) =
  let transpose: [n_5][n_4]i32 = rearrange([1, 0], xss)
  let copy_3: [n_5][n_4]i32 = copy(transpose)
  in (copy_3)
