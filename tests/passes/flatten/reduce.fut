-- A reduction becomes a `segred`.
entry main [n] (xs: [n]i32) = reduce (+) 0 xs
-- ---
-- before flatten (Anf)
entry main as main (n: i64, xs: [n]i32) : (result: i32) =
  let red: i32 = reduce n [xs]
    \(x: i32, x_2: i32) : (i32) -> {
      let add: i32 = add_i32(x, x_2)
      in (add)
    } from (0i32)
    \(x_3: i32) : (i32) -> {
      in (x_3)
    }
  in (red)

-- after flatten (Seg)
entry main as main (n: i64, xs: [n]i32) : (result: i32) =
  let red: i32 = segred (gid < n)
    \(x: i32, x_2: i32) : (i32) -> {
      let add: i32 = add_i32(x, x_2)
      in (add)
    } from (0i32) {
    let x_3: i32 = xs[gid]
    return (x_3)
  }
  in (red)
