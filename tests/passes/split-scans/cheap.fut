-- A scan with a cheap function stays.
entry main [n] (xs: [n]i32) = scan (+) 0 (map (+ 1) xs)
-- ---
-- before split-scans (Anf)
entry main as main (n: i64, xs: [n]i32) : (result: [n]i32) =
  let scan: [n]i32 = scan n [xs]
    \(x: i32, x_2: i32) : (i32) -> {
      let add: i32 = add_i32(x, x_2)
      in (add)
    } from (0i32)
    \(x_3: i32) : (i32) -> {
      let add_2: i32 = add_i32(x_3, 1i32)
      in (add_2)
    }
  in (scan)

-- after split-scans (Anf)
the same
