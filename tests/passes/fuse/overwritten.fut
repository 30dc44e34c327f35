-- An array that is overwritten between producer and consumer must not be read behind that.
entry main [n] (xs: *[n]i32) = let ys = map (* 2) xs let xs = xs with [0] = 5 in (xs, map (+ 1) ys)
-- ---
-- before fuse (Anf)
entry main as main (n: i64, xs: [n]i32) : (result: [n]i32, result_2: [n]i32) =
  let map: [n]i32 = map n [xs]
    \(x: i32) : (i32) -> {
      let mul: i32 = mul_i32(x, 2i32)
      in (mul)
    }
  let lt: bool = lt_i64(0i64, n)
  let cert: cert = assert lt ("Index [",
    0i64,
    "] out of bounds for array of shape ",
    "[",
    n,
    "]",
    ".") at [main.fut:2:63-77]
  let updated: [n]i32 = <cert> xs with [0i64] = 5i32
  let map_2: [n]i32 = map n [map]
    \(x_2: i32) : (i32) -> {
      let add: i32 = add_i32(x_2, 1i32)
      in (add)
    }
  in (updated, map_2)

-- after fuse (Anf)
the same
