-- A producer with another consumer is not fused: the other map reads its result.
entry main [n] (xs: [n]i32) = let ys = map (\x -> x ** 3) xs in (ys, map (+ 1) ys)
-- ---
-- before fuse (Anf)
entry main as main (n: i64, xs: [n]i32) : (result: [n]i32, result_2: [n]i32) =
  let map: [n]i32 = map n [xs]
    \(x: i32) : (i32) -> {
      let pow: i32 = pow_i32(x, 3i32)
      in (pow)
    }
  let map_2: [n]i32 = map n [map]
    \(x_2: i32) : (i32) -> {
      let add: i32 = add_i32(x_2, 1i32)
      in (add)
    }
  in (map, map_2)

-- after fuse (Anf)
the same
