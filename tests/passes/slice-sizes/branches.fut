-- The size of a branch's result is computed first.
entry main [n] (b: bool) (xs: [n]i32) = if b then concat xs xs else xs
-- ---
-- before slice-sizes (Anf)
entry main as main (n: i64, b: bool, xs: [n]i32) : (k: i64, result: [k]i32) =
  let k_2: i64, branch: [k_2]i32 = if b then {
    let k_3: i64, result_2: [k_3]i32 = concat(n, n, xs, xs)
    in (k_3, result_2)
  } else {
    in (n, xs)
  }
  in (k_2, branch)

-- after slice-sizes (Anf)
entry main as main (n: i64, b: bool, xs: [n]i32) : (k: i64, result: [k]i32) =
  let k_2: i64 = if b then {
    let k_3: i64 = concat_shape(n, n)
    in (k_3)
  } else {
    in (n)
  }
  let branch: [k_2]i32 = if b then {
    let result_2: [k_2]i32 = concat_value(k_2, n, n, xs, xs)
    in (result_2)
  } else {
    in (xs)
  }
  in (k_2, branch)
