-- The check is in front of the map already. The division stays: without an iteration, `y` may be 0.
entry main (n: i64) (x: i32) (y: i32) = map (\i -> i32.i64 i + x / y) (iota n)
-- ---
-- before hoist-invariant (Anf)
entry main as main (n: i64, x: i32, y: i32) : (result: [n]i32) =
  let le: bool = le_i64(0i64, n)
  let cert: cert = assert le ("Range 0..1..<", n, " is invalid.") at [main.fut:2:72-77,
    main.fut:2:72-77]
  let iota: [n]i64 = <cert> iota_i64(n, 0i64, 1i64)
  let t: bool = ne_i32(y, 0i32)
  let t_2: bool = le_i64(n, 0i64)
  let t_3: bool = logor_bool(t_2, t)
  let cert_2: cert = assert t_3 ("division by zero") at [main.fut:2:64-68, main.fut:2:41-78]
  let map: [n]i32 = <cert_2> map n [iota]
    \(x_2: i64) : (i32) -> {
      let conv: i32 = i32_of_i64(x_2)
      let ne: bool = ne_i32(y, 0i32)
      let div: i32 = div_i32(x, y)
      let add: i32 = add_i32(conv, div)
      in (add)
    }
  in (map)

-- after hoist-invariant (Anf)
entry main as main (n: i64, x: i32, y: i32) : (result: [n]i32) =
  let le: bool = le_i64(0i64, n)
  let cert: cert = assert le ("Range 0..1..<", n, " is invalid.") at [main.fut:2:72-77,
    main.fut:2:72-77]
  let iota: [n]i64 = <cert> iota_i64(n, 0i64, 1i64)
  let t: bool = ne_i32(y, 0i32)
  let t_2: bool = le_i64(n, 0i64)
  let t_3: bool = logor_bool(t_2, t)
  let cert_2: cert = assert t_3 ("division by zero") at [main.fut:2:64-68, main.fut:2:41-78]
  let ne: bool = ne_i32(y, 0i32)
  let map: [n]i32 = <cert_2> map n [iota]
    \(x_2: i64) : (i32) -> {
      let conv: i32 = i32_of_i64(x_2)
      let div: i32 = div_i32(x, y)
      let add: i32 = add_i32(conv, div)
      in (add)
    }
  in (map)
