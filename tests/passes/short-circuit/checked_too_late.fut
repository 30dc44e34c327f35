-- The index is only known to be in bounds when the new row is there, and making the row may fail before. So the row is
-- copied.
entry main [n][m] (xss: *[n][m]i64) (is: [m]i64) (ys: []i64) =
  let row = map (\i -> ys[i]) is
  in xss with [row[0]] = row
-- ---
-- before short-circuit (FunMem)
entry main as main (n: i64,
  m: i64,
  n_2: i64,
  xss_mem: mem,
  xss: [n][m]i64 @xss_mem -> 0 + {(n : m) (m : 1)},
  is_mem: mem,
  is: [m]i64 @is_mem -> 0 + {(m : 1)},
  ys_mem: mem,
  ys: [n_2]i64 @ys_mem -> 0 + {(n_2 : 1)}) : (result_mem: mem,
  result: [n][m]i64 @result_mem -> 0 + {(n : m) (m : 1)}) =
  let map_mem: mem = alloc_i64(m)
  let map: *[m]i64 @map_mem -> 0 + {(m : 1)} = segmap (gid < m) {
    let x: i64 = is[gid]
    let le: bool = le_i64(0i64, x)
    let lt: bool = lt_i64(x, n_2)
    let logand: bool = logand_bool(le, lt)
    let cert: cert = assert logand ("Index [",
      x,
      "] out of bounds for array of shape ",
      "[",
      n_2,
      "]",
      ".") at [main.fut:4:24-28, main.fut:4:13-32]
    let elem: i64 = <cert> ys[x]
    return (elem)
  }
  let lt_2: bool = lt_i64(0i64, m)
  let cert_2: cert = assert lt_2 ("Index [",
    0i64,
    "] out of bounds for array of shape ",
    "[",
    m,
    "]",
    ".") at [main.fut:5:16-21]
  let elem_2: i64 = <cert_2> map[0i64]
  let le_2: bool = le_i64(0i64, elem_2)
  let lt_3: bool = lt_i64(elem_2, n)
  let logand_2: bool = logand_bool(le_2, lt_3)
  let cert_3: cert = assert logand_2 ("Index [",
    elem_2,
    "] out of bounds for array of shape ",
    "[",
    n,
    "]",
    ".") at [main.fut:5:6-28]
  let updated: [n][m]i64 @xss_mem -> 0 + {(n : m) (m : 1)} = <cert_3> xss with [elem_2,
    0i64:+m*1i64] = map
  in (xss_mem, updated)

-- after short-circuit (FunMem)
the same
