-- Floats round in each addition, a maximum is no sum, and numbers that differ are not equal.
entry main (n: i64) (x: f32) (y: i32) =
  (f32.sum (replicate n x), i32.maximum (replicate n y), i64.sum (iota n))
-- ---
-- before multiply-sums (Anf)
entry main as main (n: i64, x: f32, y: i32) : (result: f32,
  result_2: i32,
  result_3: i64) =
  let le: bool = le_i64(0i64, n)
  let cert: cert = assert le ("Number of elements ", n, " is negative.") at [main.fut:3:13-25,
    main.fut:3:13-25]
  let replicate: [n]f32 = <cert> replicate([n], x)
  let red: f32 = reduce n [replicate]
    \(x_2: f32, x_3: f32) : (f32) -> {
      let add: f32 = add_f32(x_2, x_3)
      in (add)
    } from (0.0f32)
    \(x_4: f32) : (f32) -> {
      in (x_4)
    }
  let replicate_2: [n]i32 = <cert> replicate([n], y)
  let red_2: i32 = reduce n [replicate_2]
    commutative \(x_5: i32, x_6: i32) : (i32) -> {
      let max: i32 = max_i32(x_5, x_6)
      in (max)
    } from (-2147483648i32)
    \(x_7: i32) : (i32) -> {
      in (x_7)
    }
  let iota: [n]i64 = <cert> iota_i64(n, 0i64, 1i64)
  let red_3: i64 = reduce n [iota]
    \(x_8: i64, x_9: i64) : (i64) -> {
      let add_2: i64 = add_i64(x_8, x_9)
      in (add_2)
    } from (0i64)
    \(x_10: i64) : (i64) -> {
      in (x_10)
    }
  in (red, red_2, red_3)

-- after multiply-sums (Anf)
the same
