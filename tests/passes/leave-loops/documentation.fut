-- The example of the documentation.
-- Documentation:
-- loop x = a for i < n do if done x then x else f x
-- becomes
-- loop (x, i, go) = (a, 0, 0 < n) while go do if done x then (x, i, false) else (f x, i + 1, i + 1 < n)
--
-- Written out:
-- loop (acc_2: f64 = a) for i: i64 < n … if lt then { in (acc_2) }
-- becomes
-- loop (acc_2: f64 = a, i: i64 = 0i64, go_2: bool = t) while go_2 … if lt then { in (acc_2, i, false) }
--
entry main (n: i64) (a: f64) =
  loop x = a for i < n do if x < 1 then x else f64.sqrt x - f64.i64 i
-- ---
-- before leave-loops (Anf)
entry main as main (n: i64, a: f64) : (result: f64) =
  let acc: f64 = loop (acc_2: f64 = a) for i: i64 < n do {
    let lt: bool = lt_f64(acc_2, 1.0f64)
    let branch: f64 = if lt then {
      in (acc_2)
    } else {
      let sqrt: f64 = sqrt_f64(acc_2)
      let conv: f64 = f64_of_i64(i)
      let sub: f64 = sub_f64(sqrt, conv)
      in (sub)
    }
    in (branch)
  }
  in (acc)

-- after leave-loops (Anf)
entry main as main (n: i64, a: f64) : (result: f64) =
  let t: bool = lt_i64(0i64, n)
  let acc: f64, next: i64, go: bool = loop (acc_2: f64 = a,
    i: i64 = 0i64,
    go_2: bool = t) while go_2 do {
    let lt: bool = lt_f64(acc_2, 1.0f64)
    let branch: f64, next_2: i64, go_3: bool = if lt then {
      in (acc_2, i, false)
    } else {
      let sqrt: f64 = sqrt_f64(acc_2)
      let conv: f64 = f64_of_i64(i)
      let sub: f64 = sub_f64(sqrt, conv)
      let next_3: i64 = add_i64(i, 1i64)
      let go_4: bool = lt_i64(next_3, n)
      in (sub, next_3, go_4)
    }
    in (branch, next_2, go_3)
  }
  in (acc)
