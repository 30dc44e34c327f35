-- The array is overwritten until a flag says that it is done. A check that each iteration repeats is no obstacle.
entry main [n] (xs: *[n]i64) (k: i64) =
  loop (xs, done) = (xs, false) for i < n do
    let last = xs[k]
    in if done then (xs, done) else (xs with [i] = last + 1, last > 3)
-- ---
-- before leave-loops (Anf)
entry main as main (n: i64, xs: [n]i64, k: i64) : (result: [n]i64, result_2: bool) =
  let t: bool = le_i64(0i64, k)
  let t_2: bool = lt_i64(k, n)
  let t_3: bool = logand_bool(t, t_2)
  let t_4: bool = le_i64(n, 0i64)
  let t_5: bool = logor_bool(t_4, t_3)
  let cert: cert = assert t_5 ("Index [",
    k,
    "] out of bounds for array of shape ",
    "[",
    n,
    "]",
    ".") at [main.fut:4:16-20]
  let acc: [n]i64, acc_2: bool = <cert> loop (acc_3: [n]i64 = xs,
    acc_4: bool = false) for i: i64 < n do {
    let elem: i64 = acc_3[k]
    let branch: [n]i64, branch_2: bool = if acc_4 then {
      in (acc_3, true)
    } else {
      let add: i64 = add_i64(elem, 1i64)
      let updated: [n]i64 = acc_3 with [i] = add
      let gt: bool = lt_i64(3i64, elem)
      in (updated, gt)
    }
    in (branch, branch_2)
  }
  in (acc, acc_2)

-- after leave-loops (Anf)
entry main as main (n: i64, xs: [n]i64, k: i64) : (result: [n]i64, result_2: bool) =
  let t: bool = le_i64(0i64, k)
  let t_2: bool = lt_i64(k, n)
  let t_3: bool = logand_bool(t, t_2)
  let t_4: bool = le_i64(n, 0i64)
  let t_5: bool = logor_bool(t_4, t_3)
  let cert: cert = assert t_5 ("Index [",
    k,
    "] out of bounds for array of shape ",
    "[",
    n,
    "]",
    ".") at [main.fut:4:16-20]
  let t_6: bool = lt_i64(0i64, n)
  let acc: [n]i64, acc_2: bool, next: i64, go: bool = <cert> loop (acc_3: [n]i64 = xs,
    acc_4: bool = false,
    i: i64 = 0i64,
    go_2: bool = t_6) while go_2 do {
    let elem: i64 = acc_3[k]
    let branch: [n]i64, branch_2: bool, next_2: i64, go_3: bool = if acc_4 then {
      in (acc_3, true, i, false)
    } else {
      let add: i64 = add_i64(elem, 1i64)
      let updated: [n]i64 = acc_3 with [i] = add
      let gt: bool = lt_i64(3i64, elem)
      let next_3: i64 = add_i64(i, 1i64)
      let go_4: bool = lt_i64(next_3, n)
      in (updated, gt, next_3, go_4)
    }
    in (branch, branch_2, next_2, go_3)
  }
  in (acc, acc_2)
