-- A size that all iterations pass on is what it was before the loop.
entry main [n] (xs: [n]i32) (k: i64) = loop ys = xs for i < k do map (+ 1) ys :> [n]i32
-- ---
-- before simplify-shapes (Anf)
entry main as main (n: i64, xs: [n]i32, k: i64) : (result: [n]i32) =
  let acc: [n]i32 = loop (acc_2: [n]i32 = xs) for i: i64 < k do {
    let map: [n]i32 = map n [acc_2]
      \(x: i32) : (i32) -> {
        let add: i32 = add_i32(x, 1i32)
        in (add)
      }
    in (map)
  }
  in (acc)

-- after simplify-shapes (Anf)
the same
