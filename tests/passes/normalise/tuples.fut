-- An array of pairs becomes two arrays.
entry main [n] (xs: [n]i32) (ys: [n]bool) = map (\(x, y) -> if y then x else 0) (zip xs ys)
-- ---
-- before normalise (FirstOrder)
entry main [n] (xs: [n]i32) (ys: [n]bool): [n]i32 =
  let n_2: i64 = n
  let f: () = ()
  let as: [n_2](i32, bool) = zip n xs ys
  in intrinsics.map
       (\(x: (i32, bool)): i32 ->
          let (x_2: i32, y: bool) = x
          in if y then x_2 else 0i32)
       as

-- after normalise (Anf)
entry main as main (n: i64, xs: [n]i32, ys: [n]bool) : (result: [n]i32) =
  let result_2: [n]i32, result_3: [n]bool = zip(n, xs, ys)
  let map: [n]i32 = map n [result_2, result_3]
    \(x: i32, x_2: bool) : (i32) -> {
      let branch: i32 = if x_2 then {
        in (x)
      } else {
        in (0i32)
      }
      in (branch)
    }
  in (map)
