-- The example of the documentation.
-- Documentation:
-- ys = map f xs; s = reduce (+) 0 xs; m = reduce max 0 ys
-- becomes
-- (s, m, ys) = reduce ((+), max) (0, 0) (\x -> (x, f x, f x)) xs
--
-- Written out:
-- ys = map n [xs] \(x: i32) : (i32) -> { pow = pow_i32(x, 3) in (pow) } s = reduce n [xs] … add_i32 … from (0) … m = reduce n [ys] … max_i32 … from (0)
-- becomes
-- s, m, ys = reduce n [xs] … add_i32 … from (0) … max_i32 … from (0) \(x_5: i32) : (i32, i32, i32) -> { pow = pow_i32(x_5, 3); x_6 = x_5; x_7 = pow in (x_6, x_7, pow) }
--
entry main [n] (xs: [n]i32) = let ys = map (\x -> x ** 3) xs let s = reduce (+) 0 xs let m = reduce i32.max 0 ys in (s, m, ys)
-- ---
-- before fuse-horizontal (Anf)
entry main as main (n: i64, xs: [n]i32) : (result: i32, result_2: i32, result_3: [n]i32) =
  let map: [n]i32 = map n [xs]
    \(x: i32) : (i32) -> {
      let pow: i32 = pow_i32(x, 3i32)
      in (pow)
    }
  let red: i32 = reduce n [xs]
    \(x_2: i32, x_3: i32) : (i32) -> {
      let add: i32 = add_i32(x_2, x_3)
      in (add)
    } from (0i32)
    \(x_4: i32) : (i32) -> {
      in (x_4)
    }
  let red_2: i32 = reduce n [map]
    \(x_5: i32, x_6: i32) : (i32) -> {
      let max: i32 = max_i32(x_5, x_6)
      in (max)
    } from (0i32)
    \(x_7: i32) : (i32) -> {
      in (x_7)
    }
  in (red, red_2, map)

-- after fuse-horizontal (Anf)
entry main as main (n: i64, xs: [n]i32) : (result: i32, result_2: i32, result_3: [n]i32) =
  let red: i32, red_2: i32, map: [n]i32 = reduce n [xs]
    \(x: i32, x_2: i32) : (i32) -> {
      let add: i32 = add_i32(x, x_2)
      in (add)
    } from (0i32)
    \(x_3: i32, x_4: i32) : (i32) -> {
      let max: i32 = max_i32(x_3, x_4)
      in (max)
    } from (0i32)
    \(x_5: i32) : (i32, i32, i32) -> {
      let pow: i32 = pow_i32(x_5, 3i32)
      let x_6: i32 = x_5
      let x_7: i32 = pow
      in (x_6, x_7, pow)
    }
  in (red, red_2, map)
