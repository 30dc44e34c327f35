-- If the operator may fail, the order of the writes matters.
entry main [n] (m: i32) (xs: [n]i32) =
  intrinsics.hist_stream (replicate 2 0i32) (\x y -> (x + y) % m) 0 (\acc x -> intrinsics.acc_write acc 0 x) xs
-- ---
-- before sequentialise (Anf)
entry main as main (n: i64, m: i32, xs: [n]i32) : (result: [2i64]i32) =
  let replicate: [2i64]i32 = replicate([2i64], 0i32)
  let ne: bool = ne_i32(m, 0i32)
  let acc: [2i64]i32 = stream n [xs] to [replicate]
    commutative \(x: i32, x_2: i32) : (i32) -> {
      let add: i32 = add_i32(x, x_2)
      let cert: cert = assert ne ("division by zero") at [main.fut:3:54-64, main.fut:3:3-111]
      let mod: i32 = <cert> mod_i32(add, m)
      in (mod)
    } from (0i32)
    \(x_3: i32, x_4: [2i64]i32) : ([2i64]i32) -> {
      let acc_2: [2i64]i32 = accumulate [x_4] at 0i64 < 2i64 (x_3)
        \(x_5: i32, x_6: i32) : (i32) -> {
          let add_2: i32 = add_i32(x_5, x_6)
          let cert_2: cert = assert ne ("division by zero") at [main.fut:3:54-64,
            main.fut:3:80-107,
            main.fut:3:3-111]
          let mod_2: i32 = <cert_2> mod_i32(add_2, m)
          in (mod_2)
        }
      in (acc_2)
    }
  in (acc)

-- after sequentialise (Anf)
entry main as main (n: i64, m: i32, xs: [n]i32) : (result: [2i64]i32) =
  let replicate: [2i64]i32 = replicate([2i64], 0i32)
  let ne: bool = ne_i32(m, 0i32)
  let acc: [2i64]i32 = loop (dest: *[2i64]i32 = replicate) for i: i64 < n do {
    let x: i32 = xs[i]
    let x_2: [2i64]i32 = dest
    let low: bool = le_i64(0i64, 0i64)
    let high: bool = lt_i64(0i64, 2i64)
    let both: bool = logand_bool(low, high)
    let acc_2: [2i64]i32 = if both then {
      let x_3: i32 = x_2[0i64]
      let x_4: i32 = x
      let add: i32 = add_i32(x_3, x_4)
      let cert: cert = assert ne ("division by zero") at [main.fut:3:54-64,
        main.fut:3:80-107,
        main.fut:3:3-111]
      let mod: i32 = <cert> mod_i32(add, m)
      let updated: *[2i64]i32 = x_2 with [0i64] = mod
      in (updated)
    } else {
      in (x_2)
    }
    in (acc_2)
  }
  in (acc)
