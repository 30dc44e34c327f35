-- A map of a map becomes one map.
entry main [n] (xs: [n]i32) = map (+ 1) (map (* 2) xs)
-- ---
-- before fuse (Anf)
entry main as main (n: i64, xs: [n]i32) : (result: [n]i32) =
  let map: [n]i32 = map n [xs]
    \(x: i32) : (i32) -> {
      let mul: i32 = mul_i32(x, 2i32)
      in (mul)
    }
  let map_2: [n]i32 = map n [map]
    \(x_2: i32) : (i32) -> {
      let add: i32 = add_i32(x_2, 1i32)
      in (add)
    }
  in (map_2)

-- after fuse (Anf)
entry main as main (n: i64, xs: [n]i32) : (result: [n]i32) =
  let map: [n]i32 = map n [xs]
    \(x: i32) : (i32) -> {
      let mul: i32 = mul_i32(x, 2i32)
      let x_2: i32 = mul
      let add: i32 = add_i32(x_2, 1i32)
      in (add)
    }
  in (map)
