-- The example of the documentation.
-- Documentation:
-- ys = map f xs; z = reduce (+) 0 ys     becomes     z = reduce (+) 0 (map f inside) xs
--
-- Written out:
-- ys = map n [xs] \(x: i32) : (i32) -> { mul = mul_i32(x, 2) in (mul) } z = reduce n [ys] … from (0) \(x_4: i32) : (i32) -> { in (x_4) }
-- becomes
-- z = reduce n [xs] … from (0) \(x_3: i32) : (i32) -> { mul = mul_i32(x_3, 2); x_4 = mul in (x_4) }
--
entry main [n] (xs: [n]i32) = let ys = map (* 2) xs in reduce (+) 0 ys
-- ---
-- before fuse (Anf)
entry main as main (n: i64, xs: [n]i32) : (result: i32) =
  let map: [n]i32 = map n [xs]
    \(x: i32) : (i32) -> {
      let mul: i32 = mul_i32(x, 2i32)
      in (mul)
    }
  let red: i32 = reduce n [map]
    \(x_2: i32, x_3: i32) : (i32) -> {
      let add: i32 = add_i32(x_2, x_3)
      in (add)
    } from (0i32)
    \(x_4: i32) : (i32) -> {
      in (x_4)
    }
  in (red)

-- after fuse (Anf)
entry main as main (n: i64, xs: [n]i32) : (result: i32) =
  let red: i32 = reduce n [xs]
    \(x: i32, x_2: i32) : (i32) -> {
      let add: i32 = add_i32(x, x_2)
      in (add)
    } from (0i32)
    \(x_3: i32) : (i32) -> {
      let mul: i32 = mul_i32(x_3, 2i32)
      let x_4: i32 = mul
      in (x_4)
    }
  in (red)
