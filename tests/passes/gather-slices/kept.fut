-- Arrays that are no slices are built where they end up, and threads copy.
entry main [n][m] (xss: [n][m]i32) (ys: [m]i32) : ([]i32, [n][m]i32) =
  (map (+ 1) ys ++ ys[1:], map (\xs -> xs[1:] ++ xs[:1] :> [m]i32) xss)
-- ---
-- before gather-slices (Anf)
entry main as main (n: i64, m: i64, xss: [n][m]i32, ys: [m]i32) : (k: i64,
  result: [k]i32,
  result_2: [n][m]i32) =
  let sub: i64 = sub_i64(m, 1i64)
  let map: [m]i32 = map m [ys]
    \(x: i32) : (i32) -> {
      let add: i32 = add_i32(x, 1i32)
      in (add)
    }
  let le: bool = le_i64(1i64, m)
  let cert: cert = assert le ("Index [",
    1i64,
    ":",
    "] out of bounds for array of shape ",
    "[",
    m,
    "]",
    ".") at [main.fut:3:20-25]
  let slice: [sub]i32 = <cert> ys[1i64:+sub*1i64]
  let add_2: i64 = add_i64(m, sub)
  let concat: [add_2]i32 = concat(add_2, [map, slice])
  let map_2: [n][m]i32 = map n [xss]
    \(x_2: [m]i32) : ([m]i32) -> {
      let slice_2: [sub]i32 = <cert> x_2[1i64:+sub*1i64]
      let slice_3: [1i64]i32 = <cert> x_2[0i64:+1i64*1i64]
      let concat_2: [m]i32 = concat(m, [slice_2, slice_3])
      in (concat_2)
    }
  in (add_2, concat, map_2)

-- after gather-slices (Anf)
the same
