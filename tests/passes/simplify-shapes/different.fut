-- Sizes that differ stay results.
entry main [n] (b: bool) (xs: [n]i32) (k: i64) = if b then filter (> 0) xs else replicate k 1
-- ---
-- before simplify-shapes (Anf)
entry main as main (n: i64, b: bool, xs: [n]i32, k: i64) : (k_2: i64,
  result: [k_2]i32) =
  let k_3: i64, branch: [k_3]i32 = if b then {
    let map: [n]bool = map n [xs]
      \(x: i32) : (bool) -> {
        let gt: bool = lt_i32(0i32, x)
        in (gt)
      }
    let map_2: [n]i64 = map n [map]
      \(x_2: bool) : (i64) -> {
        let branch_2: i64 = i64_of_bool(x_2)
        in (branch_2)
      }
    let scan: [n]i64 = scan n [map_2]
      \(x_3: i64, x_4: i64) : (i64) -> {
        let add: i64 = add_i64(x_3, x_4)
        in (add)
      } from (0i64)
      \(x_5: i64) : (i64) -> {
        in (x_5)
      }
    let eq: bool = eq_i64(n, 0i64)
    let branch_3: i64 = if eq then {
      in (0i64)
    } else {
      let sub: i64 = sub_i64(n, 1i64)
      let le: bool = le_i64(0i64, sub)
      let cert: cert = assert le ("Index [",
        sub,
        "] out of bounds for array of shape ",
        "[",
        n,
        "]",
        ".") at [/prelude/soacs.fut:121:37-49, main.fut:2:60-74]
      let elem: i64 = <cert> scan[sub]
      in (elem)
    }
    let map_3: [n]i64 = map n [map, scan]
      \(x_6: bool, x_7: i64) : (i64) -> {
        let branch_4: i64 = if x_6 then {
          let sub_2: i64 = sub_i64(x_7, 1i64)
          in (sub_2)
        } else {
          in (-1i64)
        }
        in (branch_4)
      }
    let le_2: bool = le_i64(0i64, branch_3)
    let cert_2: cert = assert le_2 ("Number of elements ",
      branch_3,
      " is negative.") at [main.fut:2:60-74, /prelude/soacs.fut:123:15-27]
    let scratch: [branch_3]i32 = <cert_2> scratch_i32([branch_3])
    let scatter: [branch_3]i32 = scatter n [map_3, xs]
      [scratch by 1]
      \(x_8: i64, x_9: i32) : (i64, i32) -> {
        in (x_8, x_9)
      }
    in (branch_3, scatter)
  } else {
    let le_3: bool = le_i64(0i64, k)
    let cert_3: cert = assert le_3 ("Number of elements ", k, " is negative.") at [main.fut:2:81-93,
      main.fut:2:81-93]
    let replicate: [k]i32 = <cert_3> replicate([k], 1i32)
    in (k, replicate)
  }
  in (k_3, branch)

-- after simplify-shapes (Anf)
the same
