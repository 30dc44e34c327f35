-- Both arrays are needed at the end, so they stay in two blocks. The block of a third, which is dead, serves one of them.
entry main [m][k] (xss: [m][k]i32) : [m]i32 =
  map (\xs ->
         let a = scan (+) 0 xs
         let s = reduce i32.max 0 (map2 (*) a (reverse a))
         let b = scan (*) 1 (map (+ s) xs)
         let c = scan i32.max 0 (map2 (*) b (reverse b))
         in b[k / 2] + c[k / 3])
      xss
-- ---
-- before merge-blocks (FunMem)
entry main as main (m: i64,
  k: i64,
  xss_mem: mem,
  xss: [m][k]i32 @xss_mem -> 0 + {(m : k) (k : 1)}) : (result_mem: mem,
  result: [m]i32 @result_mem -> 0 + {(m : 1)}) =
  let t: i64 = div_i64(k, 2i64)
  let t_2: bool = lt_i64(t, k)
  let t_3: bool = le_i64(m, 0i64)
  let t_4: bool = logor_bool(t_3, t_2)
  let cert: cert = assert t_4 ("Index [",
    t,
    "] out of bounds for array of shape ",
    "[",
    k,
    "]",
    ".") at [main.fut:8:13-20, main.fut:3:3-9:9]
  let t_5: i64 = div_i64(k, 3i64)
  let t_6: bool = lt_i64(t_5, k)
  let t_7: bool = logor_bool(t_3, t_6)
  let cert_2: cert = assert t_7 ("Index [",
    t_5,
    "] out of bounds for array of shape ",
    "[",
    k,
    "]",
    ".") at [main.fut:8:24-31, main.fut:3:3-9:9]
  let sub: i64 = sub_i64(k, 1i64)
  let map_mem: mem = alloc_i32(m)
  let map: *[m]i32 @map_mem -> 0 + {(m : 1)} = <cert, cert_2> segmap (gid < m) {
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
    let blank_mem_2: mem = alloc_i32(k)
    let blank_2: *[k]i32 @blank_mem_2 -> 0 + {(k : 1)} = scratch_i32([k])
    let scanned_3: *[k]i32 @blank_mem_2 -> 0 + {(k : 1)},
      scanned_4: i32 = loop (acc_4: *[k]i32 @blank_mem_2 -> 0 + {(k : 1)} = blank_2,
      acc_5: i32 = 1i32) for i_2: i64 < k do {
      let x_7: i32 = x[i_2]
      let add_2: i32 = add_i32(x_7, red)
      let mul_2: i32 = mul_i32(acc_5, add_2)
      let acc_6: *[k]i32 @blank_mem_2 -> 0 + {(k : 1)} = acc_4 with [i_2] = mul_2
      in (acc_6, mul_2)
    }
    let blank_mem_3: mem = alloc_i32(k)
    let blank_3: *[k]i32 @blank_mem_3 -> 0 + {(k : 1)} = scratch_i32([k])
    let scanned_5: *[k]i32 @blank_mem_3 -> 0 + {(k : 1)},
      scanned_6: i32 = loop (acc_7: *[k]i32 @blank_mem_3 -> 0 + {(k : 1)} = blank_3,
      acc_8: i32 = 0i32) for i_3: i64 < k do {
      let x_8: i32 = scanned_3[i_3]
      let t_8: i64 = sub_i64(sub, i_3)
      let x_9: i32 = scanned_3[t_8]
      let mul_3: i32 = mul_i32(x_8, x_9)
      let max_2: i32 = max_i32(acc_8, mul_3)
      let acc_9: *[k]i32 @blank_mem_3 -> 0 + {(k : 1)} = acc_7 with [i_3] = max_2
      in (acc_9, max_2)
    }
    let elem: i32 = scanned_3[t]
    let elem_2: i32 = scanned_5[t_5]
    let add_3: i32 = add_i32(elem, elem_2)
    return (add_3)
  }
  in (map_mem, map)

-- after merge-blocks (FunMem)
entry main as main (m: i64,
  k: i64,
  xss_mem: mem,
  xss: [m][k]i32 @xss_mem -> 0 + {(m : k) (k : 1)}) : (result_mem: mem,
  result: [m]i32 @result_mem -> 0 + {(m : 1)}) =
  let t: i64 = div_i64(k, 2i64)
  let t_2: bool = lt_i64(t, k)
  let t_3: bool = le_i64(m, 0i64)
  let t_4: bool = logor_bool(t_3, t_2)
  let cert: cert = assert t_4 ("Index [",
    t,
    "] out of bounds for array of shape ",
    "[",
    k,
    "]",
    ".") at [main.fut:8:13-20, main.fut:3:3-9:9]
  let t_5: i64 = div_i64(k, 3i64)
  let t_6: bool = lt_i64(t_5, k)
  let t_7: bool = logor_bool(t_3, t_6)
  let cert_2: cert = assert t_7 ("Index [",
    t_5,
    "] out of bounds for array of shape ",
    "[",
    k,
    "]",
    ".") at [main.fut:8:24-31, main.fut:3:3-9:9]
  let sub: i64 = sub_i64(k, 1i64)
  let map_mem: mem = alloc_i32(m)
  let map: *[m]i32 @map_mem -> 0 + {(m : 1)} = <cert, cert_2> segmap (gid < m) {
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
    let blank_2: *[k]i32 @blank_mem -> 0 + {(k : 1)} = scratch_i32([k])
    let scanned_3: *[k]i32 @blank_mem -> 0 + {(k : 1)},
      scanned_4: i32 = loop (acc_4: *[k]i32 @blank_mem -> 0 + {(k : 1)} = blank_2,
      acc_5: i32 = 1i32) for i_2: i64 < k do {
      let x_7: i32 = x[i_2]
      let add_2: i32 = add_i32(x_7, red)
      let mul_2: i32 = mul_i32(acc_5, add_2)
      let acc_6: *[k]i32 @blank_mem -> 0 + {(k : 1)} = acc_4 with [i_2] = mul_2
      in (acc_6, mul_2)
    }
    let blank_mem_2: mem = alloc_i32(k)
    let blank_3: *[k]i32 @blank_mem_2 -> 0 + {(k : 1)} = scratch_i32([k])
    let scanned_5: *[k]i32 @blank_mem_2 -> 0 + {(k : 1)},
      scanned_6: i32 = loop (acc_7: *[k]i32 @blank_mem_2 -> 0 + {(k : 1)} = blank_3,
      acc_8: i32 = 0i32) for i_3: i64 < k do {
      let x_8: i32 = scanned_3[i_3]
      let t_8: i64 = sub_i64(sub, i_3)
      let x_9: i32 = scanned_3[t_8]
      let mul_3: i32 = mul_i32(x_8, x_9)
      let max_2: i32 = max_i32(acc_8, mul_3)
      let acc_9: *[k]i32 @blank_mem_2 -> 0 + {(k : 1)} = acc_7 with [i_3] = max_2
      in (acc_9, max_2)
    }
    let elem: i32 = scanned_3[t]
    let elem_2: i32 = scanned_5[t_5]
    let add_3: i32 = add_i32(elem, elem_2)
    return (add_3)
  }
  in (map_mem, map)
