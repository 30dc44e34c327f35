-- A condition that depends on the index may become false again, and a later iteration may fail or print.
-- show: all
entry later (n: i64) (a: i64) =
  loop x = a for i < n do if x < i then x else x * 3

entry fails (n: i64) (a: i64) (xs: []i64) =
  loop x = a for i < n do let y = xs[x * i] in if x > 10 then x else x * y

entry counts (n: i64) (a: i64) =
  loop (x, k) = (a, 0) for _i < n do (if x > 10 then x else x * 2, k + x)
-- ---
-- before leave-loops (Anf)
entry later as later (n: i64, a: i64) : (result: i64) =
  let acc: i64 = loop (acc_2: i64 = a) for i: i64 < n do {
    let lt: bool = lt_i64(acc_2, i)
    let branch: i64 = if lt then {
      in (acc_2)
    } else {
      let mul: i64 = mul_i64(acc_2, 3i64)
      in (mul)
    }
    in (branch)
  }
  in (acc)

entry fails as fails (n_2: i64, n_3: i64, a_2: i64, xs: [n_2]i64) : (result_2: i64) =
  let acc_3: i64 = loop (acc_4: i64 = a_2) for i_2: i64 < n_3 do {
    let mul_2: i64 = mul_i64(acc_4, i_2)
    let le: bool = le_i64(0i64, mul_2)
    let lt_2: bool = lt_i64(mul_2, n_2)
    let logand: bool = logand_bool(le, lt_2)
    let cert: cert = assert logand ("Index [",
      mul_2,
      "] out of bounds for array of shape ",
      "[",
      n_2,
      "]",
      ".") at [main.fut:7:35-43]
    let elem: i64 = <cert> xs[mul_2]
    let gt: bool = lt_i64(10i64, acc_4)
    let branch_2: i64 = if gt then {
      in (acc_4)
    } else {
      let mul_3: i64 = mul_i64(acc_4, elem)
      in (mul_3)
    }
    in (branch_2)
  }
  in (acc_3)

entry counts as counts (n_4: i64, a_3: i64) : (result_3: i64, result_4: i64) =
  let acc_5: i64, acc_6: i64 = loop (acc_7: i64 = a_3, acc_8: i64 = 0i64) for _i: i64 < n_4 do {
    let gt_2: bool = lt_i64(10i64, acc_7)
    let branch_3: i64 = if gt_2 then {
      in (acc_7)
    } else {
      let mul_4: i64 = mul_i64(acc_7, 2i64)
      in (mul_4)
    }
    let add: i64 = add_i64(acc_8, acc_7)
    in (branch_3, add)
  }
  in (acc_5, acc_6)

-- after leave-loops (Anf)
the same
