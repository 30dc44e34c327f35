-- Each iteration of a loop in a kernel makes a new array.
-- Documentation:
-- let m = alloc k … loop (xs_mem = m, xs @xs_mem = …) … do { let ys_mem = alloc k    let ys @ys_mem = …    in (ys_mem, ys) }
-- becomes
-- let m = alloc k … let spare = alloc k    loop (xs_mem = m, other = spare, xs @xs_mem = …) … do { let ys @other = …    in (other, xs_mem, ys) }
--
-- Written out:
-- blank_mem: mem = alloc_i32(k) … loop (acc_mem_2: mem = blank_mem, acc_5: [k]i32 @acc_mem_2 -> 0 + {(k : 1)} = scanned) for _i: i64 < h do { … let map_mem_2: mem = alloc_i32(k) let map_2: *[k]i32 @map_mem_2 -> 0 + {(k : 1)} = segmap (gid_2 < k) … in (map_mem_2, map_2) }
-- becomes
-- blank_mem: mem = alloc_i32(k) … let spare_mem: mem = alloc_i32(k) … loop (acc_mem_2: mem = blank_mem, other_mem_2: mem = spare_mem, acc_5: [k]i32 @acc_mem_2 -> 0 + {(k : 1)} = scanned) for _i: i64 < h do { … let map_2: *[k]i32 @other_mem_2 -> 0 + {(k : 1)} = segmap (gid_2 < k) … in (other_mem_2, acc_mem_2, map_2) }
--
entry main [n][k] (h: i64) (xss: [n][k]i32) : [n]i32 =
  map (\xs -> let ys = loop ys = scan (+) 0 xs for _i < h do map2 (*) ys (reverse ys)
              in ys[k / 2])
      xss
-- ---
-- before double-buffer (FunMem)
entry main as main (n: i64,
  k: i64,
  h: i64,
  xss_mem: mem,
  xss: [n][k]i32 @xss_mem -> 0 + {(n : k) (k : 1)}) : (result_mem: mem,
  result: [n]i32 @result_mem -> 0 + {(n : 1)}) =
  let t: i64 = div_i64(k, 2i64)
  let t_2: bool = lt_i64(t, k)
  let t_3: bool = le_i64(n, 0i64)
  let t_4: bool = logor_bool(t_3, t_2)
  let cert: cert = assert t_4 ("Index [",
    t,
    "] out of bounds for array of shape ",
    "[",
    k,
    "]",
    ".") at [main.fut:14:18-26, main.fut:13:3-15:9]
  let sub: i64 = sub_i64(k, 1i64)
  let map_mem: mem = alloc_i32(n)
  let map: *[n]i32 @map_mem -> 0 + {(n : 1)} = <cert> segmap (gid < n) {
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
    let acc_mem: mem,
      acc_4: [k]i32 @acc_mem -> 0 + {(k : 1)} = loop (acc_mem_2: mem = blank_mem,
      acc_5: [k]i32 @acc_mem_2 -> 0 + {(k : 1)} = scanned) for _i: i64 < h do {
      let part: [k]i32 @acc_mem_2 -> sub + {(k : -1)} = acc_5[sub:+k*-1i64]
      let map_mem_2: mem = alloc_i32(k)
      let map_2: *[k]i32 @map_mem_2 -> 0 + {(k : 1)} = segmap (gid_2 < k) {
        let x_3: i32 = acc_5[gid_2]
        let x_4: i32 = part[gid_2]
        let mul: i32 = mul_i32(x_3, x_4)
        return (mul)
      }
      in (map_mem_2, map_2)
    }
    let elem: i32 = acc_4[t]
    return (elem)
  }
  in (map_mem, map)

-- after double-buffer (FunMem)
entry main as main (n: i64,
  k: i64,
  h: i64,
  xss_mem: mem,
  xss: [n][k]i32 @xss_mem -> 0 + {(n : k) (k : 1)}) : (result_mem: mem,
  result: [n]i32 @result_mem -> 0 + {(n : 1)}) =
  let t: i64 = div_i64(k, 2i64)
  let t_2: bool = lt_i64(t, k)
  let t_3: bool = le_i64(n, 0i64)
  let t_4: bool = logor_bool(t_3, t_2)
  let cert: cert = assert t_4 ("Index [",
    t,
    "] out of bounds for array of shape ",
    "[",
    k,
    "]",
    ".") at [main.fut:14:18-26, main.fut:13:3-15:9]
  let sub: i64 = sub_i64(k, 1i64)
  let map_mem: mem = alloc_i32(n)
  let map: *[n]i32 @map_mem -> 0 + {(n : 1)} = <cert> segmap (gid < n) {
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
    let spare_mem: mem = alloc_i32(k)
    let acc_mem: mem,
      other_mem: mem,
      acc_4: [k]i32 @acc_mem -> 0 + {(k : 1)} = loop (acc_mem_2: mem = blank_mem,
      other_mem_2: mem = spare_mem,
      acc_5: [k]i32 @acc_mem_2 -> 0 + {(k : 1)} = scanned) for _i: i64 < h do {
      let part: [k]i32 @acc_mem_2 -> sub + {(k : -1)} = acc_5[sub:+k*-1i64]
      let map_2: *[k]i32 @other_mem_2 -> 0 + {(k : 1)} = segmap (gid_2 < k) {
        let x_3: i32 = acc_5[gid_2]
        let x_4: i32 = part[gid_2]
        let mul: i32 = mul_i32(x_3, x_4)
        return (mul)
      }
      in (other_mem_2, acc_mem_2, map_2)
    }
    let elem: i32 = acc_4[t]
    return (elem)
  }
  in (map_mem, map)
