-- A loop and both branches use a block that is dead around them. A block of another size cannot be used.
entry main [m][k] (xss: [m][k]i32) (h: i64) : [m]i32 =
  map (\xs ->
         let a = scan (+) 0 xs
         let s = reduce i32.max 0 (map2 (*) a (reverse a))
         let t = loop t = s for _i < 3 do
                   let b = scan (+) t xs
                   let u = reduce i32.max 0 (map2 (*) b (reverse b))
                   in if u > 5
                      then let c = scan i32.max u xs in c[k / 2]
                      else let d = scan (+) 1 (map i32.i64 (iota h)) in d[h / 2]
         in t)
      xss
-- ---
-- before merge-blocks (FunMem)
entry main as main (m: i64,
  k: i64,
  xss_mem: mem,
  xss: [m][k]i32 @xss_mem -> 0 + {(m : k) (k : 1)},
  h: i64) : (result_mem: mem, result: [m]i32 @result_mem -> 0 + {(m : 1)}) =
  let sub: i64 = sub_i64(k, 1i64)
  let map_mem: mem = alloc_i32(m)
  let map: *[m]i32 @map_mem -> 0 + {(m : 1)} = segmap (gid < m) {
    let x: [k]i32 @xss_mem -> gid·k + {(k : 1)} = xss[gid, 0i64:+k*1i64]
    let blank_mem: mem = alloc_i32(k)
    let blank: *[k]i32 @blank_mem -> 0 + {(k : 1)} = scratch_i32([k])
    let scanned: *[k]i32 @blank_mem -> 0 + {(k : 1)},
      scanned_2: i32 = loop (acc: *[k]i32 @blank_mem -> 0 + {(k : 1)} = blank,
      acc_2: i32 = 0i32) for i: i64 < k do {
      let x_2: i32 = x[i]
      let add: i32 = add_i32(acc_2, x_2)
      let acc_3: *[k]i32 @blank_mem -> 0 + {(k : 1)} = acc with [i] = add
      in (acc_3, add)
    }
    let part: [k]i32 @blank_mem -> sub + {(k : -1)} = scanned[sub:+k*-1i64]
    let red: i32 = segred (gid_2 < k)
      \(x_3: i32, x_4: i32) : (i32) -> {
        let max: i32 = max_i32(x_3, x_4)
        in (max)
      } from (0i32) {
      let x_5: i32 = scanned[gid_2]
      let x_6: i32 = part[gid_2]
      let mul: i32 = mul_i32(x_5, x_6)
      return (mul)
    }
    let acc_4: i32 = loop (acc_5: i32 = red) for _i: i32 < 3i32 do {
      let blank_mem_2: mem = alloc_i32(k)
      let blank_2: *[k]i32 @blank_mem_2 -> 0 + {(k : 1)} = scratch_i32([k])
      let scanned_3: *[k]i32 @blank_mem_2 -> 0 + {(k : 1)},
        scanned_4: i32 = loop (acc_6: *[k]i32 @blank_mem_2 -> 0 + {(k : 1)} = blank_2,
        acc_7: i32 = acc_5) for i_2: i64 < k do {
        let x_7: i32 = x[i_2]
        let add_2: i32 = add_i32(acc_7, x_7)
        let acc_8: *[k]i32 @blank_mem_2 -> 0 + {(k : 1)} = acc_6 with [i_2] = add_2
        in (acc_8, add_2)
      }
      let part_2: [k]i32 @blank_mem_2 -> sub + {(k : -1)} = scanned_3[sub:+k*-1i64]
      let red_2: i32 = segred (gid_3 < k)
        \(x_8: i32, x_9: i32) : (i32) -> {
          let max_2: i32 = max_i32(x_8, x_9)
          in (max_2)
        } from (0i32) {
        let x_10: i32 = scanned_3[gid_3]
        let x_11: i32 = part_2[gid_3]
        let mul_2: i32 = mul_i32(x_10, x_11)
        return (mul_2)
      }
      let gt: bool = lt_i32(5i32, red_2)
      let branch: i32 = if gt then {
        let blank_mem_3: mem = alloc_i32(k)
        let blank_3: *[k]i32 @blank_mem_3 -> 0 + {(k : 1)} = scratch_i32([k])
        let scanned_5: *[k]i32 @blank_mem_3 -> 0 + {(k : 1)},
          scanned_6: i32 = loop (acc_9: *[k]i32 @blank_mem_3 -> 0 + {(k : 1)} = blank_3,
          acc_10: i32 = red_2) for i_3: i64 < k do {
          let x_12: i32 = x[i_3]
          let max_3: i32 = max_i32(acc_10, x_12)
          let acc_11: *[k]i32 @blank_mem_3 -> 0 + {(k : 1)} = acc_9 with [i_3] = max_3
          in (acc_11, max_3)
        }
        let div: i64 = div_i64(k, 2i64)
        let lt: bool = lt_i64(div, k)
        let cert: cert = assert lt ("Index [",
          div,
          "] out of bounds for array of shape ",
          "[",
          k,
          "]",
          ".") at [main.fut:10:57-64, main.fut:3:3-13:9]
        let elem: i32 = <cert> scanned_5[div]
        in (elem)
      } else {
        let le: bool = le_i64(0i64, h)
        let cert_2: cert = assert le ("Range 0..1..<", h, " is invalid.") at [main.fut:11:61-66,
          main.fut:11:61-66]
        let blank_mem_4: mem = alloc_i32(h)
        let blank_4: *[h]i32 @blank_mem_4 -> 0 + {(h : 1)} = scratch_i32([h])
        let scanned_7: *[h]i32 @blank_mem_4 -> 0 + {(h : 1)},
          scanned_8: i32 = loop (acc_12: *[h]i32 @blank_mem_4 -> 0 + {(h : 1)} = blank_4,
          acc_13: i32 = 1i32) for i_4: i64 < h do {
          let conv: i32 = i32_of_i64(i_4)
          let add_3: i32 = add_i32(acc_13, conv)
          let acc_14: *[h]i32 @blank_mem_4 -> 0 + {(h : 1)} = acc_12 with [i_4] = add_3
          in (acc_14, add_3)
        }
        let div_2: i64 = div_i64(h, 2i64)
        let le_2: bool = le_i64(0i64, div_2)
        let lt_2: bool = lt_i64(div_2, h)
        let logand: bool = logand_bool(le_2, lt_2)
        let cert_3: cert = assert logand ("Index [",
          div_2,
          "] out of bounds for array of shape ",
          "[",
          h,
          "]",
          ".") at [main.fut:11:73-80, main.fut:3:3-13:9]
        let elem_2: i32 = <cert_3> scanned_7[div_2]
        in (elem_2)
      }
      in (branch)
    }
    return (acc_4)
  }
  in (map_mem, map)

-- after merge-blocks (FunMem)
entry main as main (m: i64,
  k: i64,
  xss_mem: mem,
  xss: [m][k]i32 @xss_mem -> 0 + {(m : k) (k : 1)},
  h: i64) : (result_mem: mem, result: [m]i32 @result_mem -> 0 + {(m : 1)}) =
  let sub: i64 = sub_i64(k, 1i64)
  let map_mem: mem = alloc_i32(m)
  let map: *[m]i32 @map_mem -> 0 + {(m : 1)} = segmap (gid < m) {
    let x: [k]i32 @xss_mem -> gid·k + {(k : 1)} = xss[gid, 0i64:+k*1i64]
    let blank_mem: mem = alloc_i32(k)
    let blank: *[k]i32 @blank_mem -> 0 + {(k : 1)} = scratch_i32([k])
    let scanned: *[k]i32 @blank_mem -> 0 + {(k : 1)},
      scanned_2: i32 = loop (acc: *[k]i32 @blank_mem -> 0 + {(k : 1)} = blank,
      acc_2: i32 = 0i32) for i: i64 < k do {
      let x_2: i32 = x[i]
      let add: i32 = add_i32(acc_2, x_2)
      let acc_3: *[k]i32 @blank_mem -> 0 + {(k : 1)} = acc with [i] = add
      in (acc_3, add)
    }
    let part: [k]i32 @blank_mem -> sub + {(k : -1)} = scanned[sub:+k*-1i64]
    let red: i32 = segred (gid_2 < k)
      \(x_3: i32, x_4: i32) : (i32) -> {
        let max: i32 = max_i32(x_3, x_4)
        in (max)
      } from (0i32) {
      let x_5: i32 = scanned[gid_2]
      let x_6: i32 = part[gid_2]
      let mul: i32 = mul_i32(x_5, x_6)
      return (mul)
    }
    let acc_4: i32 = loop (acc_5: i32 = red) for _i: i32 < 3i32 do {
      let blank_2: *[k]i32 @blank_mem -> 0 + {(k : 1)} = scratch_i32([k])
      let scanned_3: *[k]i32 @blank_mem -> 0 + {(k : 1)},
        scanned_4: i32 = loop (acc_6: *[k]i32 @blank_mem -> 0 + {(k : 1)} = blank_2,
        acc_7: i32 = acc_5) for i_2: i64 < k do {
        let x_7: i32 = x[i_2]
        let add_2: i32 = add_i32(acc_7, x_7)
        let acc_8: *[k]i32 @blank_mem -> 0 + {(k : 1)} = acc_6 with [i_2] = add_2
        in (acc_8, add_2)
      }
      let part_2: [k]i32 @blank_mem -> sub + {(k : -1)} = scanned_3[sub:+k*-1i64]
      let red_2: i32 = segred (gid_3 < k)
        \(x_8: i32, x_9: i32) : (i32) -> {
          let max_2: i32 = max_i32(x_8, x_9)
          in (max_2)
        } from (0i32) {
        let x_10: i32 = scanned_3[gid_3]
        let x_11: i32 = part_2[gid_3]
        let mul_2: i32 = mul_i32(x_10, x_11)
        return (mul_2)
      }
      let gt: bool = lt_i32(5i32, red_2)
      let branch: i32 = if gt then {
        let blank_3: *[k]i32 @blank_mem -> 0 + {(k : 1)} = scratch_i32([k])
        let scanned_5: *[k]i32 @blank_mem -> 0 + {(k : 1)},
          scanned_6: i32 = loop (acc_9: *[k]i32 @blank_mem -> 0 + {(k : 1)} = blank_3,
          acc_10: i32 = red_2) for i_3: i64 < k do {
          let x_12: i32 = x[i_3]
          let max_3: i32 = max_i32(acc_10, x_12)
          let acc_11: *[k]i32 @blank_mem -> 0 + {(k : 1)} = acc_9 with [i_3] = max_3
          in (acc_11, max_3)
        }
        let div: i64 = div_i64(k, 2i64)
        let lt: bool = lt_i64(div, k)
        let cert: cert = assert lt ("Index [",
          div,
          "] out of bounds for array of shape ",
          "[",
          k,
          "]",
          ".") at [main.fut:10:57-64, main.fut:3:3-13:9]
        let elem: i32 = <cert> scanned_5[div]
        in (elem)
      } else {
        let le: bool = le_i64(0i64, h)
        let cert_2: cert = assert le ("Range 0..1..<", h, " is invalid.") at [main.fut:11:61-66,
          main.fut:11:61-66]
        let blank_mem_2: mem = alloc_i32(h)
        let blank_4: *[h]i32 @blank_mem_2 -> 0 + {(h : 1)} = scratch_i32([h])
        let scanned_7: *[h]i32 @blank_mem_2 -> 0 + {(h : 1)},
          scanned_8: i32 = loop (acc_12: *[h]i32 @blank_mem_2 -> 0 + {(h : 1)} = blank_4,
          acc_13: i32 = 1i32) for i_4: i64 < h do {
          let conv: i32 = i32_of_i64(i_4)
          let add_3: i32 = add_i32(acc_13, conv)
          let acc_14: *[h]i32 @blank_mem_2 -> 0 + {(h : 1)} = acc_12 with [i_4] = add_3
          in (acc_14, add_3)
        }
        let div_2: i64 = div_i64(h, 2i64)
        let le_2: bool = le_i64(0i64, div_2)
        let lt_2: bool = lt_i64(div_2, h)
        let logand: bool = logand_bool(le_2, lt_2)
        let cert_3: cert = assert logand ("Index [",
          div_2,
          "] out of bounds for array of shape ",
          "[",
          h,
          "]",
          ".") at [main.fut:11:73-80, main.fut:3:3-13:9]
        let elem_2: i32 = <cert_3> scanned_7[div_2]
        in (elem_2)
      }
      in (branch)
    }
    return (acc_4)
  }
  in (map_mem, map)
