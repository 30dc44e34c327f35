-- A thread makes the arrays that it reduces.
entry main (n: i64) (m: i64) : ([m]i32, i32) =
  reduce (\(a, x) (b, y) -> (map2 (+) a b, x + y))
         (replicate m 0, 0)
         (map (\i -> (map (\j -> i32.i64 (i * j)) (iota m), i32.i64 i)) (iota n))
-- ---
-- before split-reductions (Anf)
entry main as main (n: i64, m: i64) : (result: [m]i32, result_2: i32) =
  let le: bool = le_i64(0i64, m)
  let cert: cert = assert le ("Number of elements ", m, " is negative.") at [main.fut:4:11-23,
    main.fut:4:11-23]
  let replicate: [m]i32 = <cert> replicate([m], 0i32)
  let le_2: bool = le_i64(0i64, n)
  let cert_2: cert = assert le_2 ("Range 0..1..<", n, " is invalid.") at [main.fut:5:74-79,
    main.fut:5:74-79]
  let iota: [n]i64 = <cert_2> iota_i64(n, 0i64, 1i64)
  let red: [m]i32, red_2: i32 = reduce n [iota]
    \(x: [m]i32, x_2: i32, x_3: [m]i32, x_4: i32) : ([m]i32, i32) -> {
      let map: [m]i32 = map m [x, x_3]
        \(x_5: i32, x_6: i32) : (i32) -> {
          let add: i32 = add_i32(x_5, x_6)
          in (add)
        }
      let add_2: i32 = add_i32(x_2, x_4)
      in (map, add_2)
    } from (replicate, 0i32)
    \(x_7: i64) : ([m]i32, i32) -> {
      let iota_2: [m]i64 = <cert> iota_i64(m, 0i64, 1i64)
      let map_2: [m]i32 = map m [iota_2]
        \(x_8: i64) : (i32) -> {
          let mul: i64 = mul_i64(x_7, x_8)
          let conv: i32 = i32_of_i64(mul)
          in (conv)
        }
      let conv_2: i32 = i32_of_i64(x_7)
      in (map_2, conv_2)
    }
  in (red, red_2)

-- after split-reductions (Anf)
entry main as main (n: i64, m: i64) : (result: [m]i32, result_2: i32) =
  let le: bool = le_i64(0i64, m)
  let cert: cert = assert le ("Number of elements ", m, " is negative.") at [main.fut:4:11-23,
    main.fut:4:11-23]
  let replicate: [m]i32 = <cert> replicate([m], 0i32)
  let le_2: bool = le_i64(0i64, n)
  let cert_2: cert = assert le_2 ("Range 0..1..<", n, " is invalid.") at [main.fut:5:74-79,
    main.fut:5:74-79]
  let iota: [n]i64 = <cert_2> iota_i64(n, 0i64, 1i64)
  let t: bool = le_i64(256i64, n)
  let t_2: bool = le_i64(m, 32768i64)
  let both: bool = logand_bool(t, t_2)
  let red: [m]i32, red_2: i32 = if both then {
    let t_3: i64 = add_i64(n, 63i64)
    let t_4: i64 = quot_i64(t_3, 64i64)
    let parts: [64i64]i64 = iota_i64(64i64, 0i64, 1i64)
    let partial: [64i64][m]i32, partial_2: [64i64]i32 = map 64i64 [parts]
      \(part: i64) : ([m]i32, i32) -> {
        let t_5: i64 = mul_i64(part, t_4)
        let t_6: i64 = min_i64(t_5, n)
        let t_7: i64 = sub_i64(n, t_6)
        let t_8: i64 = min_i64(t_7, t_4)
        let elements: [t_8]i64 = iota[t_6:+t_8*1i64]
        let reduced: [m]i32, reduced_2: i32 = reduce t_8 [elements]
          \(x: [m]i32, x_2: i32, x_3: [m]i32, x_4: i32) : ([m]i32, i32) -> {
            let map: [m]i32 = map m [x, x_3]
              \(x_5: i32, x_6: i32) : (i32) -> {
                let add: i32 = add_i32(x_5, x_6)
                in (add)
              }
            let add_2: i32 = add_i32(x_2, x_4)
            in (map, add_2)
          } from (replicate, 0i32)
          \(x_7: i64) : ([m]i32, i32) -> {
            let iota_2: [m]i64 = <cert> iota_i64(m, 0i64, 1i64)
            let map_2: [m]i32 = map m [iota_2]
              \(x_8: i64) : (i32) -> {
                let mul: i64 = mul_i64(x_7, x_8)
                let conv: i32 = i32_of_i64(mul)
                in (conv)
              }
            let conv_2: i32 = i32_of_i64(x_7)
            in (map_2, conv_2)
          }
        in (reduced, reduced_2)
      }
    let red_3: [m]i32, red_4: i32 = reduce 64i64 [partial, partial_2]
      \(x_9: [m]i32, x_10: i32, x_11: [m]i32, x_12: i32) : ([m]i32, i32) -> {
        let map_3: [m]i32 = map m [x_9, x_11]
          \(x_13: i32, x_14: i32) : (i32) -> {
            let add_3: i32 = add_i32(x_13, x_14)
            in (add_3)
          }
        let add_4: i32 = add_i32(x_10, x_12)
        in (map_3, add_4)
      } from (replicate, 0i32)
      \(x_15: [m]i32, x_16: i32) : ([m]i32, i32) -> {
        in (x_15, x_16)
      }
    in (red_3, red_4)
  } else {
    let red_5: [m]i32, red_6: i32 = reduce n [iota]
      \(x_17: [m]i32, x_18: i32, x_19: [m]i32, x_20: i32) : ([m]i32, i32) -> {
        let map_4: [m]i32 = map m [x_17, x_19]
          \(x_21: i32, x_22: i32) : (i32) -> {
            let add_5: i32 = add_i32(x_21, x_22)
            in (add_5)
          }
        let add_6: i32 = add_i32(x_18, x_20)
        in (map_4, add_6)
      } from (replicate, 0i32)
      \(x_23: i64) : ([m]i32, i32) -> {
        let iota_3: [m]i64 = <cert> iota_i64(m, 0i64, 1i64)
        let map_5: [m]i32 = map m [iota_3]
          \(x_24: i64) : (i32) -> {
            let mul_2: i64 = mul_i64(x_23, x_24)
            let conv_3: i32 = i32_of_i64(mul_2)
            in (conv_3)
          }
        let conv_4: i32 = i32_of_i64(x_23)
        in (map_5, conv_4)
      }
    in (red_5, red_6)
  }
  in (red, red_2)
