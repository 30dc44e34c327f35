-- A reduction of arrays takes along what it starts from, and an array of given elements that it reduces.
entry main [n][m] (v: [n][m]i64) (ys: []i64) : []i64 =
  map (\y -> y + i64.maximum (reduce (map2 i64.min) (replicate m 9) v) * i64.sum (reduce (map2 (+)) (replicate m 0) (replicate n (replicate m 7)))) ys
-- ---
-- before hoist-invariant (Anf)
entry main as main (n: i64,
  m: i64,
  n_2: i64,
  v: [n][m]i64,
  ys: [n_2]i64) : (result: [n_2]i64) =
  let map: [n_2]i64 = map n_2 [ys]
    \(x: i64) : (i64) -> {
      let replicate: [m]i64 = replicate([m], 9i64)
      let red: [m]i64 = reduce n [v]
        \(x_2: [m]i64, x_3: [m]i64) : ([m]i64) -> {
          let map_2: [m]i64 = map m [x_2, x_3]
            \(x_4: i64, x_5: i64) : (i64) -> {
              let min: i64 = min_i64(x_4, x_5)
              in (min)
            }
          in (map_2)
        } from (replicate)
        \(x_6: [m]i64) : ([m]i64) -> {
          in (x_6)
        }
      let red_2: i64 = reduce m [red]
        commutative \(x_7: i64, x_8: i64) : (i64) -> {
          let max: i64 = max_i64(x_7, x_8)
          in (max)
        } from (-9223372036854775808i64)
        \(x_9: i64) : (i64) -> {
          in (x_9)
        }
      let replicate_2: [m]i64 = replicate([m], 0i64)
      let replicate_3: [m]i64 = replicate([m], 7i64)
      let replicate_4: [n][m]i64 = replicate([n], replicate_3)
      let red_3: [m]i64 = reduce n [replicate_4]
        \(x_10: [m]i64, x_11: [m]i64) : ([m]i64) -> {
          let map_3: [m]i64 = map m [x_10, x_11]
            \(x_12: i64, x_13: i64) : (i64) -> {
              let add: i64 = add_i64(x_12, x_13)
              in (add)
            }
          in (map_3)
        } from (replicate_2)
        \(x_14: [m]i64) : ([m]i64) -> {
          in (x_14)
        }
      let red_4: i64 = reduce m [red_3]
        \(x_15: i64, x_16: i64) : (i64) -> {
          let add_2: i64 = add_i64(x_15, x_16)
          in (add_2)
        } from (0i64)
        \(x_17: i64) : (i64) -> {
          in (x_17)
        }
      let mul: i64 = mul_i64(red_2, red_4)
      let add_3: i64 = add_i64(x, mul)
      in (add_3)
    }
  in (map)

-- after hoist-invariant (Anf)
entry main as main (n: i64,
  m: i64,
  n_2: i64,
  v: [n][m]i64,
  ys: [n_2]i64) : (result: [n_2]i64) =
  let replicate: [m]i64 = replicate([m], 9i64)
  let red: [m]i64 = reduce n [v]
    \(x: [m]i64, x_2: [m]i64) : ([m]i64) -> {
      let map: [m]i64 = map m [x, x_2]
        \(x_3: i64, x_4: i64) : (i64) -> {
          let min: i64 = min_i64(x_3, x_4)
          in (min)
        }
      in (map)
    } from (replicate)
    \(x_5: [m]i64) : ([m]i64) -> {
      in (x_5)
    }
  let red_2: [m]i64 = red
  let some: bool = lt_i64(0i64, n_2)
  let red_3: i64 = if some then {
    let red_4: i64 = reduce m [red_2]
      commutative \(x_6: i64, x_7: i64) : (i64) -> {
        let max: i64 = max_i64(x_6, x_7)
        in (max)
      } from (-9223372036854775808i64)
      \(x_8: i64) : (i64) -> {
        in (x_8)
      }
    in (red_4)
  } else {
    in (0i64)
  }
  let replicate_2: [m]i64 = replicate([m], 0i64)
  let replicate_3: [m]i64 = replicate([m], 7i64)
  let replicate_4: [n][m]i64 = replicate([n], replicate_3)
  let red_5: [m]i64 = reduce n [replicate_4]
    \(x_9: [m]i64, x_10: [m]i64) : ([m]i64) -> {
      let map_2: [m]i64 = map m [x_9, x_10]
        \(x_11: i64, x_12: i64) : (i64) -> {
          let add: i64 = add_i64(x_11, x_12)
          in (add)
        }
      in (map_2)
    } from (replicate_2)
    \(x_13: [m]i64) : ([m]i64) -> {
      in (x_13)
    }
  let red_6: [m]i64 = red_5
  let red_7: i64 = if some then {
    let red_8: i64 = reduce m [red_6]
      \(x_14: i64, x_15: i64) : (i64) -> {
        let add_2: i64 = add_i64(x_14, x_15)
        in (add_2)
      } from (0i64)
      \(x_16: i64) : (i64) -> {
        in (x_16)
      }
    in (red_8)
  } else {
    in (0i64)
  }
  let mul: i64 = mul_i64(red_3, red_7)
  let map_3: [n_2]i64 = map n_2 [ys]
    \(x_17: i64) : (i64) -> {
      let replicate_5: [m]i64 = replicate([m], 9i64)
      let replicate_6: [m]i64 = replicate([m], 0i64)
      let replicate_7: [m]i64 = replicate([m], 7i64)
      let replicate_8: [n][m]i64 = replicate([n], replicate_7)
      let add_3: i64 = add_i64(x_17, mul)
      in (add_3)
    }
  in (map_3)
