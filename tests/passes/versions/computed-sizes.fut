-- The number of indices inside is computed in a branch, from numbers that are known outside.
entry main [n] (xs: [n]i64) (m: i64) (k: i64) : [n]i64 =
  map (\x -> if m > 100
              then let parts = m / k + 1
                   in i64.sum (tabulate parts (\i -> loop y = x for _j < k do (y * 31 + i) % 1000003))
              else x)
      xs
-- ---
-- before versions (Anf)
entry main as main (n: i64, xs: [n]i64, m: i64, k: i64) : (result: [n]i64) =
  let t: bool = lt_i64(100i64, m)
  let not: bool = not_bool(t)
  let t_2: bool = ne_i64(k, 0i64)
  let t_3: bool = logor_bool(not, t_2)
  let t_4: bool = le_i64(n, 0i64)
  let t_5: bool = logor_bool(t_4, t_3)
  let cert: cert = assert t_5 ("division by zero") at [main.fut:4:32-36, main.fut:3:3-7:8]
  let choice: i64 = if t_2 then {
    in (k)
  } else {
    in (1i64)
  }
  let t_6: i64 = div_i64(m, choice)
  let t_7: i64 = add_i64(t_6, 1i64)
  let t_8: bool = le_i64(0i64, t_7)
  let t_9: bool = logor_bool(not, t_8)
  let t_10: bool = logor_bool(t_4, t_9)
  let cert_2: cert = assert t_10 ("Range 0..1..<", t_7, " is invalid.") at [main.fut:5:32-101,
    /prelude/array.fut:117:57-62]
  let map: [n]i64 = <cert, cert_2> map n [xs]
    \(x: i64) : (i64) -> {
      let branch: i64 = if t then {
        let div: i64 = div_i64(m, k)
        let add: i64 = add_i64(div, 1i64)
        let iota: [add]i64 = iota_i64(add, 0i64, 1i64)
        let red: i64 = reduce add [iota]
          \(x_2: i64, x_3: i64) : (i64) -> {
            let add_2: i64 = add_i64(x_2, x_3)
            in (add_2)
          } from (0i64)
          \(x_4: i64) : (i64) -> {
            let acc: i64 = loop (acc_2: i64 = x) for _j: i64 < k do {
              let mul: i64 = mul_i64(acc_2, 31i64)
              let add_3: i64 = add_i64(mul, x_4)
              let mod: i64 = mod_i64(add_3, 1000003i64)
              in (mod)
            }
            in (acc)
          }
        in (red)
      } else {
        in (x)
      }
      in (branch)
    }
  in (map)

-- after versions (Anf)
entry main as main (n: i64, xs: [n]i64, m: i64, k: i64) : (result: [n]i64) =
  let t: bool = lt_i64(100i64, m)
  let not: bool = not_bool(t)
  let t_2: bool = ne_i64(k, 0i64)
  let t_3: bool = logor_bool(not, t_2)
  let t_4: bool = le_i64(n, 0i64)
  let t_5: bool = logor_bool(t_4, t_3)
  let cert: cert = assert t_5 ("division by zero") at [main.fut:4:32-36, main.fut:3:3-7:8]
  let choice: i64 = if t_2 then {
    in (k)
  } else {
    in (1i64)
  }
  let t_6: i64 = div_i64(m, choice)
  let t_7: i64 = add_i64(t_6, 1i64)
  let t_8: bool = le_i64(0i64, t_7)
  let t_9: bool = logor_bool(not, t_8)
  let t_10: bool = logor_bool(t_4, t_9)
  let cert_2: cert = assert t_10 ("Range 0..1..<", t_7, " is invalid.") at [main.fut:5:32-101,
    /prelude/array.fut:117:57-62]
  let t_11: i64 = max_i64(k, 1i64)
  let t_12: i64 = div_i64(m, t_11)
  let t_13: i64 = add_i64(t_12, 1i64)
  let capacity: i64 = capacity()
  let t_14: i64 = mul_i64(capacity, 2i64)
  let t_15: bool = lt_i64(n, t_14)
  let t_16: bool = le_i64(256i64, t_13)
  let t_17: i64 = mul_i64(n, 64i64)
  let t_18: bool = le_i64(capacity, t_17)
  let t_19: bool = le_i64(4i64, n)
  let both: bool = logand_bool(t_18, t_19)
  let both_2: bool = logand_bool(t_15, t_16)
  let both_3: bool = logand_bool(both_2, both)
  let t_20: i64 = mul_i64(n, 16i64)
  let t_21: bool = le_i64(t_20, t_13)
  let both_4: bool = logand_bool(t_16, t_21)
  let both_5: bool = logand_bool(t_15, both_4)
  let map: [n]i64 = <cert, cert_2> if both_3 then {
    let map_2: [n]i64 = group map n [xs]
      \(x: i64) : (i64) -> {
        let branch: i64 = if t then {
          let div: i64 = div_i64(m, k)
          let add: i64 = add_i64(div, 1i64)
          let iota: [add]i64 = iota_i64(add, 0i64, 1i64)
          let red: i64 = reduce add [iota]
            \(x_2: i64, x_3: i64) : (i64) -> {
              let add_2: i64 = add_i64(x_2, x_3)
              in (add_2)
            } from (0i64)
            \(x_4: i64) : (i64) -> {
              let acc: i64 = loop (acc_2: i64 = x) for _j: i64 < k do {
                let mul: i64 = mul_i64(acc_2, 31i64)
                let add_3: i64 = add_i64(mul, x_4)
                let mod: i64 = mod_i64(add_3, 1000003i64)
                in (mod)
              }
              in (acc)
            }
          in (red)
        } else {
          in (x)
        }
        in (branch)
      }
    in (map_2)
  } else {
    let map_3: [n]i64 = if both_5 then {
      let blank: *[n]i64 = scratch_i64([n])
      let map_4: [n]i64 = loop (acc_3: *[n]i64 = blank) for i: i64 < n do {
        let x_5: i64 = xs[i]
        let branch_2: i64 = if t then {
          let div_2: i64 = div_i64(m, k)
          let add_4: i64 = add_i64(div_2, 1i64)
          let iota_2: [add_4]i64 = iota_i64(add_4, 0i64, 1i64)
          let red_2: i64 = reduce add_4 [iota_2]
            \(x_6: i64, x_7: i64) : (i64) -> {
              let add_5: i64 = add_i64(x_6, x_7)
              in (add_5)
            } from (0i64)
            \(x_8: i64) : (i64) -> {
              let acc_4: i64 = loop (acc_5: i64 = x_5) for _j_2: i64 < k do {
                let mul_2: i64 = mul_i64(acc_5, 31i64)
                let add_6: i64 = add_i64(mul_2, x_8)
                let mod_2: i64 = mod_i64(add_6, 1000003i64)
                in (mod_2)
              }
              in (acc_4)
            }
          in (red_2)
        } else {
          in (x_5)
        }
        let acc_6: *[n]i64 = acc_3 with [i] = branch_2
        in (acc_6)
      }
      in (map_4)
    } else {
      let map_5: [n]i64 = map n [xs]
        \(x_9: i64) : (i64) -> {
          let branch_3: i64 = if t then {
            let div_3: i64 = div_i64(m, k)
            let add_7: i64 = add_i64(div_3, 1i64)
            let iota_3: [add_7]i64 = iota_i64(add_7, 0i64, 1i64)
            let red_3: i64 = reduce add_7 [iota_3]
              \(x_10: i64, x_11: i64) : (i64) -> {
                let add_8: i64 = add_i64(x_10, x_11)
                in (add_8)
              } from (0i64)
              \(x_12: i64) : (i64) -> {
                let acc_7: i64 = loop (acc_8: i64 = x_9) for _j_3: i64 < k do {
                  let mul_3: i64 = mul_i64(acc_8, 31i64)
                  let add_9: i64 = add_i64(mul_3, x_12)
                  let mod_3: i64 = mod_i64(add_9, 1000003i64)
                  in (mod_3)
                }
                in (acc_7)
              }
            in (red_3)
          } else {
            in (x_9)
          }
          in (branch_3)
        }
      in (map_5)
    }
    in (map_3)
  }
  in (map)
