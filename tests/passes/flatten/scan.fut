-- A scan with a map in it becomes a `segscan`.
entry main [n] (xs: [n]i32) = scan (+) 0 (map (* 2) xs)
-- ---
-- before flatten (Anf)
entry main as main (n: i64, xs: [n]i32) : (result: [n]i32) =
  let scan: [n]i32 = scan n [xs]
    \(x: i32, x_2: i32) : (i32) -> {
      let add: i32 = add_i32(x, x_2)
      in (add)
    } from (0i32)
    \(x_3: i32) : (i32) -> {
      let mul: i32 = mul_i32(x_3, 2i32)
      in (mul)
    }
  in (scan)

-- after flatten (Seg)
entry main as main (n: i64, xs: [n]i32) : (result: [n]i32) =
  let scan: [n]i32 = segscan (gid < n)
    \(x: i32, x_2: i32) : (i32) -> {
      let add: i32 = add_i32(x, x_2)
      in (add)
    } from (0i32) {
    let x_3: i32 = xs[gid]
    let mul: i32 = mul_i32(x_3, 2i32)
    give (mul)
  } then (x_4: i32) {
    return (x_4)
  }
  in (scan)
