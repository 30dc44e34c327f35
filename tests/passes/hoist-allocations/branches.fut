-- An array with the size of a parameter leaves its branch. One with a product of sizes stays, since the branch may guard
-- against large arrays. So does one whose size is only known inside, and one that the next iteration gets.
entry main [n][k] (xss: [n][k]i32) (h: i64) : [n]i32 =
  map (\xs ->
         loop s = 0 for i < 3 do
           if s < 5
           then (scan (+) s xs)[k / 2] + i32.i64 h
           else if k < 100
           then (flatten (scan (map2 (+)) (replicate k s) (replicate k xs)))[0]
           else let m = i64.i32 s + i
                let ys = loop ys = replicate m s for _j < 3 do scan (+) s ys
                in ys[0])
      xss
-- ---
-- before hoist-allocations (FunMem)
entry main as main (n: i64,
  k: i64,
  xss_mem: mem,
  xss: [n][k]i32 @xss_mem -> 0 + {(n : k) (k : 1)},
  h: i64) : (result_mem: mem, result: [n]i32 @result_mem -> 0 + {(n : 1)}) =
  let map_mem: mem = alloc_i32(n)
  let map: *[n]i32 @map_mem -> 0 + {(n : 1)} = segmap (gid < n) {
    let x: [k]i32 @xss_mem -> gid·k + {(k : 1)} = xss[gid, 0i64:+k*1i64]
    let acc: i32 = loop (acc_2: i32 = 0i32) for i: i64 < 3i64 do {
      let lt: bool = lt_i32(acc_2, 5i32)
      let branch: i32 = if lt then {
        let blank_mem: mem = alloc_i32(k)
        let blank: *[k]i32 @blank_mem -> 0 + {(k : 1)} = scratch_i32([k])
        let scanned: *[k]i32 @blank_mem -> 0 + {(k : 1)},
          scanned_2: i32 = loop (acc_3: *[k]i32 @blank_mem -> 0 + {(k : 1)} = blank,
          acc_4: i32 = acc_2) for i_2: i64 < k do {
          let x_2: i32 = x[i_2]
          let add: i32 = add_i32(acc_4, x_2)
          let acc_5: *[k]i32 @blank_mem -> 0 + {(k : 1)} = acc_3 with [i_2] = add
          in (acc_5, add)
        }
        let div: i64 = div_i64(k, 2i64)
        let lt_2: bool = lt_i64(div, k)
        let cert: cert = assert lt_2 ("Index [",
          div,
          "] out of bounds for array of shape ",
          "[",
          k,
          "]",
          ".") at [main.fut:7:17-38, main.fut:4:3-13:9]
        let elem: i32 = <cert> scanned[div]
        let conv: i32 = i32_of_i64(h)
        let add_2: i32 = add_i32(elem, conv)
        in (add_2)
      } else {
        let lt_3: bool = lt_i64(k, 100i64)
        let branch_2: i32 = if lt_3 then {
          let replicate_mem: mem = alloc_i32(k)
          let replicate: *[k]i32 @replicate_mem -> 0 + {(k : 1)} = replicate([k], acc_2)
          let replicate_mem_2: mem = alloc_i32(k·k)
          let replicate_2: *[k][k]i32 @replicate_mem_2 -> 0 + {(k : k) (k : 1)} = replicate([k], x)
          let blank_mem_2: mem = alloc_i32(k·k)
          let blank_2: *[k][k]i32 @blank_mem_2 -> 0 + {(k : k) (k : 1)} = scratch_i32([k,
            k])
          let scan: [k][k]i32 @blank_mem_2 -> 0 + {(k : k) (k : 1)} = loop (acc_6: *[k][k]i32 @blank_mem_2 -> 0 + {(k : k) (k : 1)} = blank_2) for i_3: i64 < k do {
            let x_3: [k]i32 @replicate_mem_2 -> i_3·k + {(k : 1)} = replicate_2[i_3,
              0i64:+k*1i64]
            let t: bool = eq_i64(i_3, 0i64)
            let acc_mem: mem,
              acc_offset: i64,
              acc_7: [k]i32 @acc_mem -> acc_offset + {(k : 1)} = if t then {
              in (replicate_mem, 0i64, replicate)
            } else {
              let t_2: i64 = sub_i64(i_3, 1i64)
              let row: [k]i32 @blank_mem_2 -> k·t_2 + {(k : 1)} = acc_6[t_2,
                0i64:+k*1i64]
              let offset: i64 = mul_i64(k, t_2)
              in (blank_mem_2, offset, row)
            }
            let map_2: *[k]i32 @blank_mem_2 -> i_3·k + {(k : 1)} = segmap (gid_2 < k) {
              let x_4: i32 = acc_7[gid_2]
              let x_5: i32 = x_3[gid_2]
              let add_3: i32 = add_i32(x_4, x_5)
              return (add_3)
            }
            let acc_8: *[k][k]i32 @blank_mem_2 -> 0 + {(k : k) (k : 1)} = acc_6 with [i_3,
              0i64:+k*1i64] = map_2
            in (acc_8)
          }
          let mul: i64 = mul_i64(k, k)
          let reshape: [mul]i32 @blank_mem_2 -> 0 + {(mul : 1)} = reshape([mul], scan)
          let lt_4: bool = lt_i64(0i64, mul)
          let cert_2: cert = assert lt_4 ("Index [",
            0i64,
            "] out of bounds for array of shape ",
            "[",
            mul,
            "]",
            ".") at [main.fut:9:17-79, main.fut:4:3-13:9]
          let elem_2: i32 = <cert_2> reshape[0i64]
          in (elem_2)
        } else {
          let conv_2: i64 = i64_of_i32(acc_2)
          let add_4: i64 = add_i64(conv_2, i)
          let le: bool = le_i64(0i64, add_4)
          let cert_3: cert = assert le ("Number of elements ",
            add_4,
            " is negative.") at [main.fut:9:44-56, main.fut:11:36-48]
          let replicate_mem_3: mem = alloc_i32(add_4)
          let replicate_3: *[add_4]i32 @replicate_mem_3 -> 0 + {(add_4 : 1)} = <cert_3> replicate([add_4], acc_2)
          let spare_mem: mem = alloc_i32(add_4)
          let acc_mem_2: mem,
            other_mem: mem,
            acc_9: [add_4]i32 @acc_mem_2 -> 0 + {(add_4 : 1)} = loop (acc_mem_3: mem = replicate_mem_3,
            other_mem_2: mem = spare_mem,
            acc_10: [add_4]i32 @acc_mem_3 -> 0 + {(add_4 : 1)} = replicate_3) for _j: i32 < 3i32 do {
            let blank_3: *[add_4]i32 @other_mem_2 -> 0 + {(add_4 : 1)} = scratch_i32([add_4])
            let scanned_3: *[add_4]i32 @other_mem_2 -> 0 + {(add_4 : 1)},
              scanned_4: i32 = loop (acc_11: *[add_4]i32 @other_mem_2 -> 0 + {(add_4 : 1)} = blank_3,
              acc_12: i32 = acc_2) for i_4: i64 < add_4 do {
              let x_6: i32 = acc_10[i_4]
              let add_5: i32 = add_i32(acc_12, x_6)
              let acc_13: *[add_4]i32 @other_mem_2 -> 0 + {(add_4 : 1)} = acc_11 with [i_4] = add_5
              in (acc_13, add_5)
            }
            in (other_mem_2, acc_mem_3, scanned_3)
          }
          let lt_5: bool = lt_i64(0i64, add_4)
          let cert_4: cert = assert lt_5 ("Index [",
            0i64,
            "] out of bounds for array of shape ",
            "[",
            add_4,
            "]",
            ".") at [main.fut:12:20-24, main.fut:4:3-13:9]
          let elem_3: i32 = <cert_4> acc_9[0i64]
          in (elem_3)
        }
        in (branch_2)
      }
      in (branch)
    }
    return (acc)
  }
  in (map_mem, map)

-- after hoist-allocations (FunMem)
entry main as main (n: i64,
  k: i64,
  xss_mem: mem,
  xss: [n][k]i32 @xss_mem -> 0 + {(n : k) (k : 1)},
  h: i64) : (result_mem: mem, result: [n]i32 @result_mem -> 0 + {(n : 1)}) =
  let map_mem: mem = alloc_i32(n)
  let map: *[n]i32 @map_mem -> 0 + {(n : 1)} = segmap (gid < n) {
    let x: [k]i32 @xss_mem -> gid·k + {(k : 1)} = xss[gid, 0i64:+k*1i64]
    let blank_mem: mem = alloc_i32(k)
    let acc: i32 = loop (acc_2: i32 = 0i32) for i: i64 < 3i64 do {
      let lt: bool = lt_i32(acc_2, 5i32)
      let branch: i32 = if lt then {
        let blank: *[k]i32 @blank_mem -> 0 + {(k : 1)} = scratch_i32([k])
        let scanned: *[k]i32 @blank_mem -> 0 + {(k : 1)},
          scanned_2: i32 = loop (acc_3: *[k]i32 @blank_mem -> 0 + {(k : 1)} = blank,
          acc_4: i32 = acc_2) for i_2: i64 < k do {
          let x_2: i32 = x[i_2]
          let add: i32 = add_i32(acc_4, x_2)
          let acc_5: *[k]i32 @blank_mem -> 0 + {(k : 1)} = acc_3 with [i_2] = add
          in (acc_5, add)
        }
        let div: i64 = div_i64(k, 2i64)
        let lt_2: bool = lt_i64(div, k)
        let cert: cert = assert lt_2 ("Index [",
          div,
          "] out of bounds for array of shape ",
          "[",
          k,
          "]",
          ".") at [main.fut:7:17-38, main.fut:4:3-13:9]
        let elem: i32 = <cert> scanned[div]
        let conv: i32 = i32_of_i64(h)
        let add_2: i32 = add_i32(elem, conv)
        in (add_2)
      } else {
        let lt_3: bool = lt_i64(k, 100i64)
        let branch_2: i32 = if lt_3 then {
          let replicate_mem: mem = alloc_i32(k)
          let replicate: *[k]i32 @replicate_mem -> 0 + {(k : 1)} = replicate([k], acc_2)
          let replicate_mem_2: mem = alloc_i32(k·k)
          let replicate_2: *[k][k]i32 @replicate_mem_2 -> 0 + {(k : k) (k : 1)} = replicate([k], x)
          let blank_mem_2: mem = alloc_i32(k·k)
          let blank_2: *[k][k]i32 @blank_mem_2 -> 0 + {(k : k) (k : 1)} = scratch_i32([k,
            k])
          let scan: [k][k]i32 @blank_mem_2 -> 0 + {(k : k) (k : 1)} = loop (acc_6: *[k][k]i32 @blank_mem_2 -> 0 + {(k : k) (k : 1)} = blank_2) for i_3: i64 < k do {
            let x_3: [k]i32 @replicate_mem_2 -> i_3·k + {(k : 1)} = replicate_2[i_3,
              0i64:+k*1i64]
            let t: bool = eq_i64(i_3, 0i64)
            let acc_mem: mem,
              acc_offset: i64,
              acc_7: [k]i32 @acc_mem -> acc_offset + {(k : 1)} = if t then {
              in (replicate_mem, 0i64, replicate)
            } else {
              let t_2: i64 = sub_i64(i_3, 1i64)
              let row: [k]i32 @blank_mem_2 -> k·t_2 + {(k : 1)} = acc_6[t_2,
                0i64:+k*1i64]
              let offset: i64 = mul_i64(k, t_2)
              in (blank_mem_2, offset, row)
            }
            let map_2: *[k]i32 @blank_mem_2 -> i_3·k + {(k : 1)} = segmap (gid_2 < k) {
              let x_4: i32 = acc_7[gid_2]
              let x_5: i32 = x_3[gid_2]
              let add_3: i32 = add_i32(x_4, x_5)
              return (add_3)
            }
            let acc_8: *[k][k]i32 @blank_mem_2 -> 0 + {(k : k) (k : 1)} = acc_6 with [i_3,
              0i64:+k*1i64] = map_2
            in (acc_8)
          }
          let mul: i64 = mul_i64(k, k)
          let reshape: [mul]i32 @blank_mem_2 -> 0 + {(mul : 1)} = reshape([mul], scan)
          let lt_4: bool = lt_i64(0i64, mul)
          let cert_2: cert = assert lt_4 ("Index [",
            0i64,
            "] out of bounds for array of shape ",
            "[",
            mul,
            "]",
            ".") at [main.fut:9:17-79, main.fut:4:3-13:9]
          let elem_2: i32 = <cert_2> reshape[0i64]
          in (elem_2)
        } else {
          let conv_2: i64 = i64_of_i32(acc_2)
          let add_4: i64 = add_i64(conv_2, i)
          let le: bool = le_i64(0i64, add_4)
          let cert_3: cert = assert le ("Number of elements ",
            add_4,
            " is negative.") at [main.fut:9:44-56, main.fut:11:36-48]
          let replicate_mem_3: mem = alloc_i32(add_4)
          let replicate_3: *[add_4]i32 @replicate_mem_3 -> 0 + {(add_4 : 1)} = <cert_3> replicate([add_4], acc_2)
          let spare_mem: mem = alloc_i32(add_4)
          let acc_mem_2: mem,
            other_mem: mem,
            acc_9: [add_4]i32 @acc_mem_2 -> 0 + {(add_4 : 1)} = loop (acc_mem_3: mem = replicate_mem_3,
            other_mem_2: mem = spare_mem,
            acc_10: [add_4]i32 @acc_mem_3 -> 0 + {(add_4 : 1)} = replicate_3) for _j: i32 < 3i32 do {
            let blank_3: *[add_4]i32 @other_mem_2 -> 0 + {(add_4 : 1)} = scratch_i32([add_4])
            let scanned_3: *[add_4]i32 @other_mem_2 -> 0 + {(add_4 : 1)},
              scanned_4: i32 = loop (acc_11: *[add_4]i32 @other_mem_2 -> 0 + {(add_4 : 1)} = blank_3,
              acc_12: i32 = acc_2) for i_4: i64 < add_4 do {
              let x_6: i32 = acc_10[i_4]
              let add_5: i32 = add_i32(acc_12, x_6)
              let acc_13: *[add_4]i32 @other_mem_2 -> 0 + {(add_4 : 1)} = acc_11 with [i_4] = add_5
              in (acc_13, add_5)
            }
            in (other_mem_2, acc_mem_3, scanned_3)
          }
          let lt_5: bool = lt_i64(0i64, add_4)
          let cert_4: cert = assert lt_5 ("Index [",
            0i64,
            "] out of bounds for array of shape ",
            "[",
            add_4,
            "]",
            ".") at [main.fut:12:20-24, main.fut:4:3-13:9]
          let elem_3: i32 = <cert_4> acc_9[0i64]
          in (elem_3)
        }
        in (branch_2)
      }
      in (branch)
    }
    return (acc)
  }
  in (map_mem, map)
