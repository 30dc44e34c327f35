-- A map is fused into a scan.
entry main [n] (xs: [n]i32) = scan (+) 0 (map (* 2) xs)
-- ---
-- before fuse (Anf)
entry main as main (n: i64, xs: [n]i32) : (result: [n]i32) =
  let map: [n]i32 = map n [xs]
    \(x: i32) : (i32) -> {
      let mul: i32 = mul_i32(x, 2i32)
      in (mul)
    }
  let scan: [n]i32 = scan n [map]
    \(x_2: i32, x_3: i32) : (i32) -> {
      let add: i32 = add_i32(x_2, x_3)
      in (add)
    } from (0i32)
    \(x_4: i32) : (i32) -> {
      in (x_4)
    }
  in (scan)

-- after fuse (Anf)
entry main as main (n: i64, xs: [n]i32) : (result: [n]i32) =
  let scan: [n]i32 = scan n [xs]
    \(x: i32, x_2: i32) : (i32) -> {
      let add: i32 = add_i32(x, x_2)
      in (add)
    } from (0i32)
    \(x_3: i32) : (i32) -> {
      let mul: i32 = mul_i32(x_3, 2i32)
      let x_4: i32 = mul
      in (x_4)
    }
  in (scan)
