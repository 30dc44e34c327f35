-- A loop in a kernel makes an array in each iteration.
-- Documentation:
-- segmap (i < n) { loop … do { let m = alloc k    let xs @m = … } }
-- becomes
-- segmap (i < n) { let m = alloc k    loop … do { let xs @m = … } }
--
-- Written out:
-- segmap (gid < n) { … loop … do { let blank_mem: mem = alloc_i32(k) let blank: *[k]i32 @blank_mem -> 0 + {(k : 1)} = scratch_i32([k])
-- becomes
-- segmap (gid < n) { … let blank_mem: mem = alloc_i32(k) let acc: i32 = loop … do { let blank: *[k]i32 @blank_mem -> 0 + {(k : 1)} = scratch_i32([k])
--
entry main [n][k] (xss: [n][k]i32) : [n]i32 =
  map (\xs -> loop s = 0 for _i < 3 do
                let sums = scan (+) s xs
                in sums[k / 2])
      xss
-- ---
-- before hoist-allocations (FunMem)
entry main as main (n: i64,
  k: i64,
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
    ".") at [main.fut:15:20-30, main.fut:13:3-16:9]
  let map_mem: mem = alloc_i32(n)
  let map: *[n]i32 @map_mem -> 0 + {(n : 1)} = <cert> segmap (gid < n) {
    let x: [k]i32 @xss_mem -> gid·k + {(k : 1)} = xss[gid, 0i64:+k*1i64]
    let acc: i32 = loop (acc_2: i32 = 0i32) for _i: i32 < 3i32 do {
      let blank_mem: mem = alloc_i32(k)
      let blank: *[k]i32 @blank_mem -> 0 + {(k : 1)} = scratch_i32([k])
      let scanned: *[k]i32 @blank_mem -> 0 + {(k : 1)},
        scanned_2: i32 = loop (acc_3: *[k]i32 @blank_mem -> 0 + {(k : 1)} = blank,
        acc_4: i32 = acc_2) for i: i64 < k do {
        let x_2: i32 = x[i]
        let add: i32 = add_i32(acc_4, x_2)
        let acc_5: *[k]i32 @blank_mem -> 0 + {(k : 1)} = acc_3 with [i] = add
        in (acc_5, add)
      }
      let elem: i32 = scanned[t]
      in (elem)
    }
    return (acc)
  }
  in (map_mem, map)

-- after hoist-allocations (FunMem)
entry main as main (n: i64,
  k: i64,
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
    ".") at [main.fut:15:20-30, main.fut:13:3-16:9]
  let map_mem: mem = alloc_i32(n)
  let map: *[n]i32 @map_mem -> 0 + {(n : 1)} = <cert> segmap (gid < n) {
    let x: [k]i32 @xss_mem -> gid·k + {(k : 1)} = xss[gid, 0i64:+k*1i64]
    let blank_mem: mem = alloc_i32(k)
    let acc: i32 = loop (acc_2: i32 = 0i32) for _i: i32 < 3i32 do {
      let blank: *[k]i32 @blank_mem -> 0 + {(k : 1)} = scratch_i32([k])
      let scanned: *[k]i32 @blank_mem -> 0 + {(k : 1)},
        scanned_2: i32 = loop (acc_3: *[k]i32 @blank_mem -> 0 + {(k : 1)} = blank,
        acc_4: i32 = acc_2) for i: i64 < k do {
        let x_2: i32 = x[i]
        let add: i32 = add_i32(acc_4, x_2)
        let acc_5: *[k]i32 @blank_mem -> 0 + {(k : 1)} = acc_3 with [i] = add
        in (acc_5, add)
      }
      let elem: i32 = scanned[t]
      in (elem)
    }
    return (acc)
  }
  in (map_mem, map)
