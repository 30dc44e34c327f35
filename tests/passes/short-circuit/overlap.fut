-- The new row is computed from the old one, so it may not be written into the array before it is there.
entry main [n][m] (xss: *[n][m]i64) (i: i64) =
  xss with [i] = map2 (+) xss[i] (reverse xss[i])
-- ---
-- before short-circuit (FunMem)
entry main as main (n: i64,
  m: i64,
  xss_mem: mem,
  xss: [n][m]i64 @xss_mem -> 0 + {(n : m) (m : 1)},
  i: i64) : (result_mem: mem,
  result: [n][m]i64 @result_mem -> 0 + {(n : m) (m : 1)}) =
  let le: bool = le_i64(0i64, i)
  let lt: bool = lt_i64(i, n)
  let logand: bool = logand_bool(le, lt)
  let cert: cert = assert logand ("Index [",
    i,
    "] out of bounds for array of shape ",
    "[",
    n,
    "]",
    ".") at [main.fut:3:27-32]
  let slice: [m]i64 @xss_mem -> i·m + {(m : 1)} = <cert> xss[i, 0i64:+m*1i64]
  let sub: i64 = sub_i64(m, 1i64)
  let part: [m]i64 @xss_mem -> i·m + sub + {(m : -1)} = slice[sub:+m*-1i64]
  let map_mem: mem = alloc_i64(m)
  let map: *[m]i64 @map_mem -> 0 + {(m : 1)} = segmap (gid < m) {
    let x: i64 = slice[gid]
    let x_2: i64 = part[gid]
    let add: i64 = add_i64(x, x_2)
    return (add)
  }
  let updated: [n][m]i64 @xss_mem -> 0 + {(n : m) (m : 1)} = <cert> xss with [i,
    0i64:+m*1i64] = map
  in (xss_mem, updated)

-- after short-circuit (FunMem)
the same
