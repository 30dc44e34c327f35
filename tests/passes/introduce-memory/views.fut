-- A transposition and a slice need no memory.
entry main [n] [m] (xss: [n][m]i32) = (transpose xss)[0]
-- ---
-- before introduce-memory (Seg)
entry main as main (n: i64, m: i64, xss: [n][m]i32) : (result: [n]i32) =
  let lt: bool = lt_i64(0i64, m)
  let cert: cert = assert lt ("Index [",
    0i64,
    "] out of bounds for array of shape ",
    "[",
    m,
    "]",
    ".") at [main.fut:2:39-56]
  let slice: [n]i32 = <cert> xss[0i64:+n*1i64, 0i64]
  in (slice)

-- after introduce-memory (FunMem)
entry main as main (n: i64,
  m: i64,
  xss_mem: mem,
  xss: [n][m]i32 @xss_mem -> 0 + {(n : m) (m : 1)}) : (result_mem: mem,
  result: [n]i32 @result_mem -> 0 + {(n : 1)}) =
  let lt: bool = lt_i64(0i64, m)
  let cert: cert = assert lt ("Index [",
    0i64,
    "] out of bounds for array of shape ",
    "[",
    m,
    "]",
    ".") at [main.fut:2:39-56]
  let slice: [n]i32 @xss_mem -> 0 + {(n : m)} = <cert> xss[0i64:+n*1i64, 0i64]
  let slice_mem: mem = alloc_i32(n)
  let slice_2: *[n]i32 @slice_mem -> 0 + {(n : 1)} = copy(slice)
  in (slice_mem, slice_2)
