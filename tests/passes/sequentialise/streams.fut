-- An outermost stream stays, and a stream inside of a map becomes a loop.
entry main [n] [m] (xss: [n][m]i64) =
  let put (acc: *intrinsics.acc ([10]i32)) (i: i64) = intrinsics.acc_write acc (i % 10) 1
  let count xs = intrinsics.hist_stream (replicate 10 0) (+) 0 put xs
  in (count (flatten xss), map count xss)
-- ---
-- before sequentialise (Anf)
entry main as main (n: i64, m: i64, xss: [n][m]i64) : (result: [10i64]i32,
  result_2: [n][10i64]i32) =
  let mul: i64 = mul_i64(n, m)
  let reshape: [mul]i64 = reshape([mul], xss)
  let replicate: [10i64]i32 = replicate([10i64], 0i32)
  let acc: [10i64]i32 = stream mul [reshape] to [replicate]
    commutative \(x: i32, x_2: i32) : (i32) -> {
      let add: i32 = add_i32(x, x_2)
      in (add)
    } from (0i32)
    \(x_3: i64, x_4: [10i64]i32) : ([10i64]i32) -> {
      let mod: i64 = mod_i64(x_3, 10i64)
      let acc_2: [10i64]i32 = accumulate [x_4] at mod < 10i64 (1i32)
        \(x_5: i32, x_6: i32) : (i32) -> {
          let add_2: i32 = add_i32(x_5, x_6)
          in (add_2)
        }
      in (acc_2)
    }
  let map: [n][10i64]i32 = map n [xss]
    \(x_7: [m]i64) : ([10i64]i32) -> {
      let replicate_2: [10i64]i32 = replicate([10i64], 0i32)
      let acc_3: [10i64]i32 = stream m [x_7] to [replicate_2]
        commutative \(x_8: i32, x_9: i32) : (i32) -> {
          let add_3: i32 = add_i32(x_8, x_9)
          in (add_3)
        } from (0i32)
        \(x_10: i64, x_11: [10i64]i32) : ([10i64]i32) -> {
          let mod_2: i64 = mod_i64(x_10, 10i64)
          let acc_4: [10i64]i32 = accumulate [x_11] at mod_2 < 10i64 (1i32)
            \(x_12: i32, x_13: i32) : (i32) -> {
              let add_4: i32 = add_i32(x_12, x_13)
              in (add_4)
            }
          in (acc_4)
        }
      in (acc_3)
    }
  in (acc, map)

-- after sequentialise (Anf)
entry main as main (n: i64, m: i64, xss: [n][m]i64) : (result: [10i64]i32,
  result_2: [n][10i64]i32) =
  let mul: i64 = mul_i64(n, m)
  let reshape: [mul]i64 = reshape([mul], xss)
  let replicate: [10i64]i32 = replicate([10i64], 0i32)
  let acc: [10i64]i32 = stream mul [reshape] to [replicate]
    commutative \(x: i32, x_2: i32) : (i32) -> {
      let add: i32 = add_i32(x, x_2)
      in (add)
    } from (0i32)
    \(x_3: i64, x_4: [10i64]i32) : ([10i64]i32) -> {
      let mod: i64 = mod_i64(x_3, 10i64)
      let acc_2: [10i64]i32 = accumulate [x_4] at mod < 10i64 (1i32)
        \(x_5: i32, x_6: i32) : (i32) -> {
          let add_2: i32 = add_i32(x_5, x_6)
          in (add_2)
        }
      in (acc_2)
    }
  let map: [n][10i64]i32 = map n [xss]
    \(x_7: [m]i64) : ([10i64]i32) -> {
      let replicate_2: [10i64]i32 = replicate([10i64], 0i32)
      let acc_3: [10i64]i32 = loop (dest: *[10i64]i32 = replicate_2) for i: i64 < m do {
        let x_8: i64 = x_7[i]
        let x_9: [10i64]i32 = dest
        let mod_2: i64 = mod_i64(x_8, 10i64)
        let low: bool = le_i64(0i64, mod_2)
        let high: bool = lt_i64(mod_2, 10i64)
        let both: bool = logand_bool(low, high)
        let acc_4: [10i64]i32 = if both then {
          let x_10: i32 = x_9[mod_2]
          let x_11: i32 = 1i32
          let add_3: i32 = add_i32(x_10, x_11)
          let updated: *[10i64]i32 = x_9 with [mod_2] = add_3
          in (updated)
        } else {
          in (x_9)
        }
        in (acc_4)
      }
      in (acc_3)
    }
  in (acc, map)
