-- A choice between two integers that depends on whether they are equal. For floats, -0 equals 0.
-- show: all
entry main (x: i64) (y: i64) = if x == y then x else y

entry different (x: i64) (y: i64) = if x != y then x else y

-- In a branch, the condition makes the record's field the other integer.
entry fields [n] (rs: [n](i32, i64)) (i: i32) (x: i64) =
  map (\r -> if r.0 != i then r else r with 1 = x / i64.i32 i) rs

entry floats (x: f64) (y: f64) = if x == y then x else y
-- ---
-- before simplify (Anf)
entry main as main (x: i64, y: i64) : (result: i64) =
  let eq: bool = eq_i64(x, y)
  let branch: i64 = if eq then {
    in (x)
  } else {
    in (y)
  }
  in (branch)

entry different as different (x_2: i64, y_2: i64) : (result_2: i64) =
  let ne: bool = ne_i64(x_2, y_2)
  let branch_2: i64 = if ne then {
    in (x_2)
  } else {
    in (y_2)
  }
  in (branch_2)

entry fields as fields (n: i64,
  rs: [n]i32,
  rs_2: [n]i64,
  i: i32,
  x_3: i64) : (result_3: [n]i32, result_4: [n]i64) =
  let map: [n]i32, map_2: [n]i64 = map n [rs, rs_2]
    \(x_4: i32, x_5: i64) : (i32, i64) -> {
      let ne_2: bool = ne_i32(x_4, i)
      let branch_3: i32, branch_4: i64 = if ne_2 then {
        in (x_4, x_5)
      } else {
        let conv: i64 = i64_of_i32(i)
        let result_5: i64 = conv
        let ne_3: bool = ne_i64(result_5, 0i64)
        let cert: cert = assert ne_3 ("division by zero") at [main.fut:9:49-61, main.fut:9:3-65]
        let div: i64 = <cert> div_i64(x_3, result_5)
        in (x_4, div)
      }
      in (branch_3, branch_4)
    }
  in (map, map_2)

entry floats as floats (x_6: f64, y_3: f64) : (result_6: f64) =
  let eq_2: bool = eq_f64(x_6, y_3)
  let branch_5: f64 = if eq_2 then {
    in (x_6)
  } else {
    in (y_3)
  }
  in (branch_5)

-- after simplify (Anf)
entry main as main (x: i64, y: i64) : (result: i64) =
  in (y)

entry different as different (x_2: i64, y_2: i64) : (result_2: i64) =
  in (x_2)

entry fields as fields (n: i64,
  rs: [n]i32,
  rs_2: [n]i64,
  i: i32,
  x_3: i64) : (result_3: [n]i32, result_4: [n]i64) =
  let map: [n]i32, map_2: [n]i64 = map n [rs, rs_2]
    \(x_4: i32, x_5: i64) : (i32, i64) -> {
      let ne: bool = ne_i32(x_4, i)
      let branch: i32, branch_2: i64 = if ne then {
        in (x_4, x_5)
      } else {
        let conv: i64 = i64_of_i32(i)
        let ne_2: bool = ne_i64(conv, 0i64)
        let cert: cert = assert ne_2 ("division by zero") at [main.fut:9:49-61, main.fut:9:3-65]
        let div: i64 = <cert> div_i64(x_3, conv)
        in (i, div)
      }
      in (x_4, branch_2)
    }
  in (rs, map_2)

entry floats as floats (x_6: f64, y_3: f64) : (result_5: f64) =
  let eq: bool = eq_f64(x_6, y_3)
  let branch_3: f64 = if eq then {
    in (x_6)
  } else {
    in (y_3)
  }
  in (branch_3)
