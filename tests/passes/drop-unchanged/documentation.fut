-- The example of the documentation. `remove-dead` removes the result of the map that nobody uses any more.
-- Documentation:
-- r, s = loop (a = xs, b = ys) for i < n do { c, d = map (\x y -> (x + 1, y)) a b in (c, d) }
-- becomes
-- r    = loop (a = xs)         for i < n do { c, d = map (\x y -> (x + 1, y)) a ys in (c) }     and s is ys
--
-- Written out:
-- acc: [m]i32, acc_2: [m]i32 = loop (acc_3: [m]i32 = xs, acc_4: [m]i32 = ys) for _i: i64 < n … [acc_3, acc_4] … in (acc, acc_2)
-- becomes
-- acc: [m]i32 = loop (acc_2: [m]i32 = xs) for _i: i64 < n … [acc_2, ys] … in (map) … in (acc, ys)
--
-- show: all
entry main [m] (n: i64) (xs: [m]i32) (ys: [m]i32) : ([m]i32, [m]i32) =
  loop (a, b) = (xs, ys) for _i < n do unzip (map2 (\x y -> (x + 1, y)) a b)
-- ---
-- before drop-unchanged (Anf)
entry main as main (m: i64,
  n: i64,
  xs: [m]i32,
  ys: [m]i32) : (result: [m]i32, result_2: [m]i32) =
  let acc: [m]i32, acc_2: [m]i32 = loop (acc_3: [m]i32 = xs,
    acc_4: [m]i32 = ys) for _i: i64 < n do {
    let map: [m]i32, map_2: [m]i32 = map m [acc_3, acc_4]
      \(x: i32, x_2: i32) : (i32, i32) -> {
        let add: i32 = add_i32(x, 1i32)
        in (add, x_2)
      }
    in (map, map_2)
  }
  in (acc, acc_2)

-- after drop-unchanged (Anf)
entry main as main (m: i64,
  n: i64,
  xs: [m]i32,
  ys: [m]i32) : (result: [m]i32, result_2: [m]i32) =
  let acc: [m]i32 = loop (acc_2: [m]i32 = xs) for _i: i64 < n do {
    let map: [m]i32, map_2: [m]i32 = map m [acc_2, ys]
      \(x: i32, x_2: i32) : (i32, i32) -> {
        let add: i32 = add_i32(x, 1i32)
        in (add, x_2)
      }
    in (map)
  }
  in (acc, ys)
