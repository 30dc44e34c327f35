-- One of two results of a map is unused.
-- step: remove-dead#1
entry main [n] (c: bool) (xs: [n]i32) = let (ys, zs) = map (\x -> (x + 1, x * 2)) xs |> unzip in if c then zs else zs
-- ---
-- before remove-dead (Anf)
entry main as main (n: i64, c: bool, xs: [n]i32) : (result: [n]i32) =
  let map: [n]i32, map_2: [n]i32 = map n [xs]
    \(x: i32) : (i32, i32) -> {
      let add: i32 = add_i32(x, 1i32)
      let mul: i32 = mul_i32(x, 2i32)
      in (add, mul)
    }
  let branch: [n]i32 = map_2
  in (map_2)

-- after remove-dead (Anf)
entry main as main (n: i64, c: bool, xs: [n]i32) : (result: [n]i32) =
  let map: [n]i32 = map n [xs]
    \(x: i32) : (i32) -> {
      let mul: i32 = mul_i32(x, 2i32)
      in (mul)
    }
  in (map)
