-- In each row, in numbers of another type, and from a start that is no zero.
entry main (n: i64) (m: i64) = tabulate n (\i -> reduce (\a b -> b + a) 7 (replicate m (u8.i64 i)))
-- ---
-- before multiply-sums (Anf)
entry main as main (n: i64, m: i64) : (result: [n]u8) =
  let le: bool = le_i64(0i64, n)
  let cert: cert = assert le ("Range 0..1..<", n, " is invalid.") at [main.fut:2:32-99,
    /prelude/array.fut:117:57-62]
  let iota: [n]i64 = <cert> iota_i64(n, 0i64, 1i64)
  let t: bool = le_i64(0i64, m)
  let t_2: bool = le_i64(n, 0i64)
  let t_3: bool = logor_bool(t_2, t)
  let cert_2: cert = assert t_3 ("Number of elements ", m, " is negative.") at [main.fut:2:76-97,
    main.fut:2:76-97]
  let map: [n]u8 = <cert_2> map n [iota]
    \(x: i64) : (u8) -> {
      let conv: u8 = u8_of_i64(x)
      let t_4: [m]i64 = iota_i64(m, 0i64, 1i64)
      let red: u8 = reduce m [t_4]
        \(x_2: u8, x_3: u8) : (u8) -> {
          let add: u8 = add_u8(x_3, x_2)
          in (add)
        } from (7u8)
        \(i: i64) : (u8) -> {
          in (conv)
        }
      in (red)
    }
  in (map)

-- after multiply-sums (Anf)
entry main as main (n: i64, m: i64) : (result: [n]u8) =
  let le: bool = le_i64(0i64, n)
  let cert: cert = assert le ("Range 0..1..<", n, " is invalid.") at [main.fut:2:32-99,
    /prelude/array.fut:117:57-62]
  let iota: [n]i64 = <cert> iota_i64(n, 0i64, 1i64)
  let t: bool = le_i64(0i64, m)
  let t_2: bool = le_i64(n, 0i64)
  let t_3: bool = logor_bool(t_2, t)
  let cert_2: cert = assert t_3 ("Number of elements ", m, " is negative.") at [main.fut:2:76-97,
    main.fut:2:76-97]
  let map: [n]u8 = <cert_2> map n [iota]
    \(x: i64) : (u8) -> {
      let conv: u8 = u8_of_i64(x)
      let t_4: [m]i64 = iota_i64(m, 0i64, 1i64)
      let conv_2: u8 = u8_of_i64(m)
      let t_5: u8 = mul_u8(conv_2, conv)
      let t_6: u8 = add_u8(7u8, t_5)
      let red: u8 = t_6
      in (red)
    }
  in (map)
