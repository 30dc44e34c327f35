-- SOACs on different arrays are not merged.
entry main [n] [m] (xs: [n]i32) (ys: [m]i32) = (map (+ 1) xs, map (* 2) ys)
-- ---
-- before fuse-horizontal (Anf)
entry main as main (n: i64, m: i64, xs: [n]i32, ys: [m]i32) : (result: [n]i32,
  result_2: [m]i32) =
  let map: [n]i32 = map n [xs]
    \(x: i32) : (i32) -> {
      let add: i32 = add_i32(x, 1i32)
      in (add)
    }
  let map_2: [m]i32 = map m [ys]
    \(x_2: i32) : (i32) -> {
      let mul: i32 = mul_i32(x_2, 2i32)
      in (mul)
    }
  in (map, map_2)

-- after fuse-horizontal (Anf)
the same
