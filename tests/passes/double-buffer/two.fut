-- An iteration gives the array that it got to the next one, so that two arrays are alive when a third is made.
entry main [n][k] (h: i64) (xss: [n][k]i32) : [n]i32 =
  map (\xs -> let (ys, zs) = loop (ys, zs) = (scan (+) 0 xs, scan (*) 1 xs) for _i < h do (map2 (*) zs (reverse ys), ys)
              in ys[k / 2] + zs[k / 2])
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
    ".") at [main.fut:4:18-26, main.fut:3:3-5:9]
  let sub: i64 = sub_i64(k, 1i64)
  let map_mem: mem = alloc_i32(n)
  let map: *[n]i32 @map_mem -> 0 + {(n : 1)} = <cert> segmap (gid < n) {
    let x: [k]i32 @xss_mem -> gid·k + {(k : 1)} = xss[gid, 0i64:+k*1i64]
    let blank_mem: mem = alloc_i32(k)
    let blank: *[k]i32 @blank_mem -> 0 + {(k : 1)} = scratch_i32([k])
    let blank_mem_2: mem = alloc_i32(k)
    let blank_2: *[k]i32 @blank_mem_2 -> 0 + {(k : 1)} = scratch_i32([k])
    let scanned: *[k]i32 @blank_mem -> 0 + {(k : 1)},
      scanned_2: *[k]i32 @blank_mem_2 -> 0 + {(k : 1)},
      scanned_3: i32,
      scanned_4: i32 = loop (acc: *[k]i32 @blank_mem -> 0 + {(k : 1)} = blank,
      acc_2: *[k]i32 @blank_mem_2 -> 0 + {(k : 1)} = blank_2,
      acc_3: i32 = 0i32,
      acc_4: i32 = 1i32) for i: i64 < k do {
      let x_2: i32 = x[i]
      let add: i32 = add_i32(acc_3, x_2)
      let mul: i32 = mul_i32(acc_4, x_2)
      let acc_5: *[k]i32 @blank_mem -> 0 + {(k : 1)} = acc with [i] = add
      let acc_6: *[k]i32 @blank_mem_2 -> 0 + {(k : 1)} = acc_2 with [i] = mul
      in (acc_5, acc_6, add, mul)
    }
    let acc_mem: mem,
      acc_7: [k]i32 @acc_mem -> 0 + {(k : 1)},
      acc_mem_2: mem,
      acc_8: [k]i32 @acc_mem_2 -> 0 + {(k : 1)} = loop (acc_mem_3: mem = blank_mem,
      acc_9: [k]i32 @acc_mem_3 -> 0 + {(k : 1)} = scanned,
      acc_mem_4: mem = blank_mem_2,
      acc_10: [k]i32 @acc_mem_4 -> 0 + {(k : 1)} = scanned_2) for _i: i64 < h do {
      let part: [k]i32 @acc_mem_3 -> sub + {(k : -1)} = acc_9[sub:+k*-1i64]
      let map_mem_2: mem = alloc_i32(k)
      let map_2: *[k]i32 @map_mem_2 -> 0 + {(k : 1)} = segmap (gid_2 < k) {
        let x_3: i32 = acc_10[gid_2]
        let x_4: i32 = part[gid_2]
        let mul_2: i32 = mul_i32(x_3, x_4)
        return (mul_2)
      }
      in (map_mem_2, map_2, acc_mem_3, acc_9)
    }
    let elem: i32 = acc_7[t]
    let elem_2: i32 = acc_8[t]
    let add_2: i32 = add_i32(elem, elem_2)
    return (add_2)
  }
  in (map_mem, map)

-- after double-buffer (FunMem)
the same
