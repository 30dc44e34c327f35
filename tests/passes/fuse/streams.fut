-- A map before a stream.
entry main [n] (xs: [n]i64) =
  intrinsics.hist_stream (replicate 10 0i32) (+) 0 (\acc i -> intrinsics.acc_write acc i 1) (map (% 10) xs)
-- ---
-- before fuse (Anf)
entry main as main (n: i64, xs: [n]i64) : (result: [10i64]i32) =
  let replicate: [10i64]i32 = replicate([10i64], 0i32)
  let map: [n]i64 = map n [xs]
    \(x: i64) : (i64) -> {
      let mod: i64 = mod_i64(x, 10i64)
      in (mod)
    }
  let acc: [10i64]i32 = stream n [map] to [replicate]
    commutative \(x_2: i32, x_3: i32) : (i32) -> {
      let add: i32 = add_i32(x_2, x_3)
      in (add)
    } from (0i32)
    \(x_4: i64, x_5: [10i64]i32) : ([10i64]i32) -> {
      let acc_2: [10i64]i32 = accumulate [x_5] at x_4 < 10i64 (1i32)
        \(x_6: i32, x_7: i32) : (i32) -> {
          let add_2: i32 = add_i32(x_6, x_7)
          in (add_2)
        }
      in (acc_2)
    }
  in (acc)

-- after fuse (Anf)
entry main as main (n: i64, xs: [n]i64) : (result: [10i64]i32) =
  let replicate: [10i64]i32 = replicate([10i64], 0i32)
  let acc: [10i64]i32 = stream n [xs] to [replicate]
    commutative \(x: i32, x_2: i32) : (i32) -> {
      let add: i32 = add_i32(x, x_2)
      in (add)
    } from (0i32)
    \(x_3: i64, x_4: [10i64]i32) : ([10i64]i32) -> {
      let mod: i64 = mod_i64(x_3, 10i64)
      let x_5: i64 = mod
      let acc_2: [10i64]i32 = accumulate [x_4] at x_5 < 10i64 (1i32)
        \(x_6: i32, x_7: i32) : (i32) -> {
          let add_2: i32 = add_i32(x_6, x_7)
          in (add_2)
        }
      in (acc_2)
    }
  in (acc)
