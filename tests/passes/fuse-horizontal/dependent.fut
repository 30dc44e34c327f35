-- A map that needs the result of a reduction over the same array stays behind it.
entry main [n] (xs: [n]i32) = let s = reduce (+) 0 xs in map (+ s) xs
-- ---
-- before fuse-horizontal (Anf)
entry main as main (n: i64, xs: [n]i32) : (result: [n]i32) =
  let red: i32 = reduce n [xs]
    \(x: i32, x_2: i32) : (i32) -> {
      let add: i32 = add_i32(x, x_2)
      in (add)
    } from (0i32)
    \(x_3: i32) : (i32) -> {
      in (x_3)
    }
  let map: [n]i32 = map n [xs]
    \(x_4: i32) : (i32) -> {
      let add_2: i32 = add_i32(x_4, red)
      in (add_2)
    }
  in (map)

-- after fuse-horizontal (Anf)
the same
