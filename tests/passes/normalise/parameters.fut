-- A tuning parameter that is set has its value, and another one is a parameter of the compiled program. Only an `i64`
-- can be one.
-- options: tunable=on parameters=width=3
entry main (n: i64) (x: i32) : (i64, i64, i32) =
  (#[param(width)] n + 1, #[param(height)] n + 1, #[param(depth)] x)
-- ---
-- before normalise (FirstOrder)
entry main (n: i64) (x: i32): (i64, i64, i32) =
  (#[param(width)] (n + 1i64), #[param(height)] (n + 1i64), #[param(depth)] x)

-- after normalise (Anf)
entry main as main (n: i64, x: i32) : (result: i64, result_2: i64, result_3: i32) =
  let add: i64 = add_i64(n, 1i64)
  let add_2: i64 = add_i64(n, 1i64)
  let height: i64 = parameter("height")
  let le: bool = le_i64(0i64, height)
  let height_2: i64 = if le then {
    in (height)
  } else {
    in (add_2)
  }
  in (3i64, height_2, x)
