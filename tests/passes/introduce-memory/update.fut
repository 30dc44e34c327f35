-- An update in place stays in its block.
entry main [n] (xs: *[n]i32) = xs with [0] = 1
-- ---
-- before introduce-memory (Seg)
entry main as main (n: i64, xs: [n]i32) : (result: [n]i32) =
  let lt: bool = lt_i64(0i64, n)
  let cert: cert = assert lt ("Index [",
    0i64,
    "] out of bounds for array of shape ",
    "[",
    n,
    "]",
    ".") at [main.fut:2:32-46]
  let updated: [n]i32 = <cert> xs with [0i64] = 1i32
  in (updated)

-- after introduce-memory (FunMem)
entry main as main (n: i64,
  xs_mem: mem,
  xs: [n]i32 @xs_mem -> 0 + {(n : 1)}) : (result_mem: mem,
  result: [n]i32 @result_mem -> 0 + {(n : 1)}) =
  let lt: bool = lt_i64(0i64, n)
  let cert: cert = assert lt ("Index [",
    0i64,
    "] out of bounds for array of shape ",
    "[",
    n,
    "]",
    ".") at [main.fut:2:32-46]
  let updated: [n]i32 @xs_mem -> 0 + {(n : 1)} = <cert> xs with [0i64] = 1i32
  in (xs_mem, updated)
