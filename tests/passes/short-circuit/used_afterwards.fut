-- show: main twice
-- The row is a result, too: it needs a block of its own. In a concatenation with itself it is built once, and copied once.
entry main [n][m] (xss: *[n][m]i64) =
  let row = map (+ 1) (iota m)
  in (xss with [0] = row, row)

entry twice (n: i64) =
  let row = map (* 3) (iota n)
  in row ++ row
-- ---
-- before short-circuit (FunMem)
entry main as main (n: i64,
  m: i64,
  xss_mem: mem,
  xss: [n][m]i64 @xss_mem -> 0 + {(n : m) (m : 1)}) : (result_mem: mem,
  result: [n][m]i64 @result_mem -> 0 + {(n : m) (m : 1)},
  result_mem_2: mem,
  result_2: [m]i64 @result_mem_2 -> 0 + {(m : 1)}) =
  let map_mem: mem = alloc_i64(m)
  let map: *[m]i64 @map_mem -> 0 + {(m : 1)} = segmap (gid < m) {
    let x: i64 = gid
    let add: i64 = add_i64(x, 1i64)
    return (add)
  }
  let lt: bool = lt_i64(0i64, n)
  let cert: cert = assert lt ("Index [",
    0i64,
    "] out of bounds for array of shape ",
    "[",
    n,
    "]",
    ".") at [main.fut:5:7-24]
  let updated: [n][m]i64 @xss_mem -> 0 + {(n : m) (m : 1)} = <cert> xss with [0i64,
    0i64:+m*1i64] = map
  in (xss_mem, updated, map_mem, map)

entry twice as twice (n_2: i64) : (k: i64,
  result_mem_3: mem,
  result_3: [k]i64 @result_mem_3 -> 0 + {(k : 1)}) =
  let le: bool = le_i64(0i64, n_2)
  let cert_2: cert = assert le ("Range 0..1..<", n_2, " is invalid.") at [main.fut:4:24-29,
    main.fut:8:24-29]
  let map_mem_2: mem = alloc_i64(n_2)
  let map_2: *[n_2]i64 @map_mem_2 -> 0 + {(n_2 : 1)} = segmap (gid_2 < n_2) {
    let x_2: i64 = gid_2
    let mul: i64 = mul_i64(x_2, 3i64)
    return (mul)
  }
  let add_2: i64 = add_i64(n_2, n_2)
  let concat_mem: mem = alloc_i64(add_2)
  let concat: *[add_2]i64 @concat_mem -> 0 + {(add_2 : 1)} = concat(add_2, [map_2, map_2])
  in (add_2, concat_mem, concat)

-- after short-circuit (FunMem)
entry main as main (n: i64,
  m: i64,
  xss_mem: mem,
  xss: [n][m]i64 @xss_mem -> 0 + {(n : m) (m : 1)}) : (result_mem: mem,
  result: [n][m]i64 @result_mem -> 0 + {(n : m) (m : 1)},
  result_mem_2: mem,
  result_2: [m]i64 @result_mem_2 -> 0 + {(m : 1)}) =
  let map_mem: mem = alloc_i64(m)
  let map: *[m]i64 @map_mem -> 0 + {(m : 1)} = segmap (gid < m) {
    let x: i64 = gid
    let add: i64 = add_i64(x, 1i64)
    return (add)
  }
  let lt: bool = lt_i64(0i64, n)
  let cert: cert = assert lt ("Index [",
    0i64,
    "] out of bounds for array of shape ",
    "[",
    n,
    "]",
    ".") at [main.fut:5:7-24]
  let updated: [n][m]i64 @xss_mem -> 0 + {(n : m) (m : 1)} = <cert> xss with [0i64,
    0i64:+m*1i64] = map
  in (xss_mem, updated, map_mem, map)

entry twice as twice (n_2: i64) : (k: i64,
  result_mem_3: mem,
  result_3: [k]i64 @result_mem_3 -> 0 + {(k : 1)}) =
  let le: bool = le_i64(0i64, n_2)
  let cert_2: cert = assert le ("Range 0..1..<", n_2, " is invalid.") at [main.fut:4:24-29,
    main.fut:8:24-29]
  let add_2: i64 = add_i64(n_2, n_2)
  let concat_mem: mem = alloc_i64(add_2)
  let map_2: *[n_2]i64 @concat_mem -> 0 + {(n_2 : 1)} = segmap (gid_2 < n_2) {
    let x_2: i64 = gid_2
    let mul: i64 = mul_i64(x_2, 3i64)
    return (mul)
  }
  let concat: *[add_2]i64 @concat_mem -> 0 + {(add_2 : 1)} = concat(add_2, [map_2, map_2])
  in (add_2, concat_mem, concat)
