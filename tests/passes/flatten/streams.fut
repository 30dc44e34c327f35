-- Streams with and without an operator.
entry main [n] (is: [n]i64) =
  let counts = intrinsics.hist_stream (replicate 10 0i32) (+) 0 (\acc i -> intrinsics.acc_write acc i 1) is
  in intrinsics.scatter_stream counts (\acc i -> intrinsics.acc_write acc (i + 1) 1) is
-- ---
-- before flatten (Anf)
entry main as main (n: i64, is: [n]i64) : (result: [10i64]i32) =
  let replicate: [10i64]i32 = replicate([10i64], 0i32)
  let acc: [10i64]i32 = stream n [is] to [replicate]
    commutative \(x: i32, x_2: i32) : (i32) -> {
      let add: i32 = add_i32(x, x_2)
      in (add)
    } from (0i32)
    \(x_3: i64, x_4: [10i64]i32) : ([10i64]i32) -> {
      let acc_2: [10i64]i32 = accumulate [x_4] at x_3 < 10i64 (1i32)
        \(x_5: i32, x_6: i32) : (i32) -> {
          let add_2: i32 = add_i32(x_5, x_6)
          in (add_2)
        }
      in (acc_2)
    }
  let acc_3: [10i64]i32 = stream n [is] to [acc]
    \(x_7: i64, x_8: [10i64]i32) : ([10i64]i32) -> {
      let add_3: i64 = add_i64(x_7, 1i64)
      let acc_4: [10i64]i32 = accumulate [x_8] at add_3 < 10i64 (1i32)
      in (acc_4)
    }
  in (acc_3)

-- after flatten (Seg)
entry main as main (n: i64, is: [n]i64) : (result: [10i64]i32) =
  let replicate: [10i64]i32 = replicate([10i64], 0i32)
  let acc: [10i64]i32 = segstream (gid < n) [replicate] as (x: [10i64]i32)
    commutative \(x_2: i32, x_3: i32) : (i32) -> {
      let add: i32 = add_i32(x_2, x_3)
      in (add)
    } from (0i32) {
    let x_4: i64 = is[gid]
    let acc_2: [10i64]i32 = accumulate [x] at x_4 < 10i64 (1i32)
      \(x_5: i32, x_6: i32) : (i32) -> {
        let add_2: i32 = add_i32(x_5, x_6)
        in (add_2)
      }
    return (acc_2)
  }
  let acc_3: [10i64]i32 = segstream (gid_2 < n) [acc] as (x_7: [10i64]i32) {
    let x_8: i64 = is[gid_2]
    let add_3: i64 = add_i64(x_8, 1i64)
    let acc_4: [10i64]i32 = accumulate [x_7] at add_3 < 10i64 (1i32)
    return (acc_4)
  }
  in (acc_3)
