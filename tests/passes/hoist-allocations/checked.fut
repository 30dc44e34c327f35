-- The size of the array may be negative, and then the program fails where the array was allocated.
entry main (m: i64) (k: i64) : [m]i32 =
  map (\i -> loop s = i32.i64 i for j < 3 do
               let sums = scan (+) s (map i32.i64 (map (+ j) (iota k)))
               in sums[k / 2])
      (iota m)
-- ---
-- before hoist-allocations (FunMem)
entry main as main (m: i64, k: i64) : (result_mem: mem,
  result: [m]i32 @result_mem -> 0 + {(m : 1)}) =
  let le: bool = le_i64(0i64, m)
  let cert: cert = assert le ("Range 0..1..<", m, " is invalid.") at [main.fut:6:8-13,
    main.fut:6:8-13]
  let t: bool = le_i64(0i64, k)
  let t_2: bool = le_i64(m, 0i64)
  let t_3: bool = logor_bool(t_2, t)
  let cert_2: cert = assert t_3 ("Range 0..1..<", k, " is invalid.") at [main.fut:6:8-13,
    main.fut:4:63-68]
  let t_4: i64 = div_i64(k, 2i64)
  let t_5: bool = le_i64(0i64, t_4)
  let t_6: bool = lt_i64(t_4, k)
  let t_7: bool = logand_bool(t_5, t_6)
  let t_8: bool = logor_bool(t_2, t_7)
  let cert_3: cert = assert t_8 ("Index [",
    t_4,
    "] out of bounds for array of shape ",
    "[",
    k,
    "]",
    ".") at [main.fut:5:19-29, main.fut:3:3-6:14]
  let map_mem: mem = alloc_i32(m)
  let map: *[m]i32 @map_mem -> 0 + {(m : 1)} = <cert_2, cert_3> segmap (gid < m) {
    let x: i64 = gid
    let conv: i32 = i32_of_i64(x)
    let acc: i32 = loop (acc_2: i32 = conv) for j: i64 < 3i64 do {
      let blank_mem: mem = alloc_i32(k)
      let blank: *[k]i32 @blank_mem -> 0 + {(k : 1)} = scratch_i32([k])
      let scanned: *[k]i32 @blank_mem -> 0 + {(k : 1)},
        scanned_2: i32 = loop (acc_3: *[k]i32 @blank_mem -> 0 + {(k : 1)} = blank,
        acc_4: i32 = acc_2) for i: i64 < k do {
        let add: i64 = add_i64(i, j)
        let conv_2: i32 = i32_of_i64(add)
        let add_2: i32 = add_i32(acc_4, conv_2)
        let acc_5: *[k]i32 @blank_mem -> 0 + {(k : 1)} = acc_3 with [i] = add_2
        in (acc_5, add_2)
      }
      let elem: i32 = scanned[t_4]
      in (elem)
    }
    return (acc)
  }
  in (map_mem, map)

-- after hoist-allocations (FunMem)
entry main as main (m: i64, k: i64) : (result_mem: mem,
  result: [m]i32 @result_mem -> 0 + {(m : 1)}) =
  let le: bool = le_i64(0i64, m)
  let cert: cert = assert le ("Range 0..1..<", m, " is invalid.") at [main.fut:6:8-13,
    main.fut:6:8-13]
  let t: bool = le_i64(0i64, k)
  let t_2: bool = le_i64(m, 0i64)
  let t_3: bool = logor_bool(t_2, t)
  let cert_2: cert = assert t_3 ("Range 0..1..<", k, " is invalid.") at [main.fut:6:8-13,
    main.fut:4:63-68]
  let t_4: i64 = div_i64(k, 2i64)
  let t_5: bool = le_i64(0i64, t_4)
  let t_6: bool = lt_i64(t_4, k)
  let t_7: bool = logand_bool(t_5, t_6)
  let t_8: bool = logor_bool(t_2, t_7)
  let cert_3: cert = assert t_8 ("Index [",
    t_4,
    "] out of bounds for array of shape ",
    "[",
    k,
    "]",
    ".") at [main.fut:5:19-29, main.fut:3:3-6:14]
  let map_mem: mem = alloc_i32(m)
  let map: *[m]i32 @map_mem -> 0 + {(m : 1)} = <cert_2, cert_3> segmap (gid < m) {
    let x: i64 = gid
    let conv: i32 = i32_of_i64(x)
    let size: i64 = max_i64(k, 0i64)
    let blank_mem: mem = alloc_i32(size)
    let acc: i32 = loop (acc_2: i32 = conv) for j: i64 < 3i64 do {
      let le_2: bool = le_i64(0i64, k)
      let cert_4: cert = assert le_2 ("Cannot allocate an array of ", k, " elements.") at []
      let blank: *[k]i32 @blank_mem -> 0 + {(k : 1)} = scratch_i32([k])
      let scanned: *[k]i32 @blank_mem -> 0 + {(k : 1)},
        scanned_2: i32 = loop (acc_3: *[k]i32 @blank_mem -> 0 + {(k : 1)} = blank,
        acc_4: i32 = acc_2) for i: i64 < k do {
        let add: i64 = add_i64(i, j)
        let conv_2: i32 = i32_of_i64(add)
        let add_2: i32 = add_i32(acc_4, conv_2)
        let acc_5: *[k]i32 @blank_mem -> 0 + {(k : 1)} = acc_3 with [i] = add_2
        in (acc_5, add_2)
      }
      let elem: i32 = scanned[t_4]
      in (elem)
    }
    return (acc)
  }
  in (map_mem, map)
