-- On a device with few threads, a thread keeps the histogram of a row whole, also if it may fail.
-- options: loops=true
entry main [n] [m] (ks: []i64) (iss: [n][m]i64) : [n][8]i32 =
  map (\is -> hist (+) 0 8 (map (\i -> ks[i]) is) (replicate m 1)) iss
-- ---
-- before versions (Anf)
entry main as main (n: i64,
  n_2: i64,
  m: i64,
  ks: [n]i64,
  iss: [n_2][m]i64) : (result: [n_2][8i64]i32) =
  let map: [n_2][8i64]i32 = map n_2 [iss]
    \(x: [m]i64) : ([8i64]i32) -> {
      let replicate: [8i64]i32 = replicate([8i64], 0i32)
      let hist: [8i64]i32 = hist m [x]
        bins 8i64 of [replicate] by \(x_2: i32, x_3: i32) : (i32) -> {
          let add: i32 = add_i32(x_2, x_3)
          in (add)
        } from (0i32)
        \(x_4: i64) : (i64, i32) -> {
          let le: bool = le_i64(0i64, x_4)
          let lt: bool = lt_i64(x_4, n)
          let logand: bool = logand_bool(le, lt)
          let cert: cert = assert logand ("Index [",
            x_4,
            "] out of bounds for array of shape ",
            "[",
            n,
            "]",
            ".") at [main.fut:4:40-44, main.fut:4:29-48, main.fut:4:3-70]
          let elem: i64 = <cert> ks[x_4]
          in (elem, 1i32)
        }
      in (hist)
    }
  in (map)

-- after versions (Anf)
entry main as main (n: i64,
  n_2: i64,
  m: i64,
  ks: [n]i64,
  iss: [n_2][m]i64) : (result: [n_2][8i64]i32) =
  let capacity: i64 = capacity()
  let t: i64 = mul_i64(capacity, 2i64)
  let t_2: bool = lt_i64(n_2, t)
  let t_3: bool = le_i64(256i64, m)
  let t_4: i64 = mul_i64(n_2, 16i64)
  let t_5: bool = le_i64(t_4, m)
  let both: bool = logand_bool(t_3, t_5)
  let both_2: bool = logand_bool(t_2, both)
  let map: [n_2][8i64]i32 = if both_2 then {
    let blank: *[n_2][8i64]i32 = scratch_i32([n_2, 8i64])
    let map_2: [n_2][8i64]i32 = loop (acc: *[n_2][8i64]i32 = blank) for i: i64 < n_2 do {
      let x: [m]i64 = iss[i, 0i64:+m*1i64]
      let replicate: [8i64]i32 = replicate([8i64], 0i32)
      let hist: [8i64]i32 = hist m [x]
        bins 8i64 of [replicate] by \(x_2: i32, x_3: i32) : (i32) -> {
          let add: i32 = add_i32(x_2, x_3)
          in (add)
        } from (0i32)
        \(x_4: i64) : (i64, i32) -> {
          let le: bool = le_i64(0i64, x_4)
          let lt: bool = lt_i64(x_4, n)
          let logand: bool = logand_bool(le, lt)
          let cert: cert = assert logand ("Index [",
            x_4,
            "] out of bounds for array of shape ",
            "[",
            n,
            "]",
            ".") at [main.fut:4:40-44, main.fut:4:29-48, main.fut:4:3-70]
          let elem: i64 = <cert> ks[x_4]
          in (elem, 1i32)
        }
      let acc_2: *[n_2][8i64]i32 = acc with [i, 0i64:+8i64*1i64] = hist
      in (acc_2)
    }
    in (map_2)
  } else {
    let map_3: [n_2][8i64]i32 = group map n_2 [iss]
      \(x_5: [m]i64) : ([8i64]i32) -> {
        let replicate_2: [8i64]i32 = replicate([8i64], 0i32)
        let hist_2: [8i64]i32 = hist m [x_5]
          bins 8i64 of [replicate_2] by \(x_6: i32, x_7: i32) : (i32) -> {
            let add_2: i32 = add_i32(x_6, x_7)
            in (add_2)
          } from (0i32)
          \(x_8: i64) : (i64, i32) -> {
            let le_2: bool = le_i64(0i64, x_8)
            let lt_2: bool = lt_i64(x_8, n)
            let logand_2: bool = logand_bool(le_2, lt_2)
            let cert_2: cert = assert logand_2 ("Index [",
              x_8,
              "] out of bounds for array of shape ",
              "[",
              n,
              "]",
              ".") at [main.fut:4:40-44, main.fut:4:29-48, main.fut:4:3-70]
            let elem_2: i64 = <cert_2> ks[x_8]
            in (elem_2, 1i32)
          }
        in (hist_2)
      }
    in (map_3)
  }
  in (map)
