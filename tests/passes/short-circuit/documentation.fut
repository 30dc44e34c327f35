-- The example of the documentation.
-- Documentation:
-- let m = alloc k    let ys @m -> {(k : 1)} = segmap (i < k) { … }    let xs' = xs with [o:+k] = ys
-- becomes
-- let ys @xs_mem -> o + {(k : 1)} = segmap (i < k) { … }    let xs' = xs with [o:+k] = ys
--
-- Written out:
-- map_mem: mem = alloc_i64(10) map: *[10i64]i64 @map_mem -> 0 + {(10i64 : 1)} = segmap (gid < 10i64) { … } … updated: [n]i64 @xs_mem -> 0 + {(n : 1)} = <cert> xs with [o:+10i64*1i64] = map
-- becomes
-- map: *[10i64]i64 @xs_mem -> o + {(10i64 : 1)} = segmap (gid < 10i64) { … } … updated: [n]i64 @xs_mem -> 0 + {(n : 1)} = <cert> xs with [o:+10i64*1i64] = map
--
entry main [n] (xs: *[n]i64) (o: i64) = xs with [o:o + 10] = map (* 2) (iota 10)
-- ---
-- before short-circuit (FunMem)
entry main as main (n: i64,
  xs_mem: mem,
  xs: [n]i64 @xs_mem -> 0 + {(n : 1)},
  o: i64) : (result_mem: mem, result: [n]i64 @result_mem -> 0 + {(n : 1)}) =
  let map_mem: mem = alloc_i64(10)
  let map: *[10i64]i64 @map_mem -> 0 + {(10i64 : 1)} = segmap (gid < 10i64) {
    let x: i64 = gid
    let mul: i64 = mul_i64(x, 2i64)
    return (mul)
  }
  let add: i64 = add_i64(o, 10i64)
  let le: bool = le_i64(o, add)
  let eq: bool = eq_i64(o, add)
  let le_2: bool = le_i64(0i64, o)
  let le_3: bool = le_i64(add, n)
  let logand: bool = logand_bool(le_2, le_3)
  let logor: bool = logor_bool(eq, logand)
  let logand_2: bool = logand_bool(le, logor)
  let cert: cert = assert logand_2 ("Index [",
    o,
    ":",
    add,
    "] out of bounds for array of shape ",
    "[",
    n,
    "]",
    ".") at [main.fut:12:41-80]
  let updated: [n]i64 @xs_mem -> 0 + {(n : 1)} = <cert> xs with [o:+10i64*1i64] = map
  in (xs_mem, updated)

-- after short-circuit (FunMem)
entry main as main (n: i64,
  xs_mem: mem,
  xs: [n]i64 @xs_mem -> 0 + {(n : 1)},
  o: i64) : (result_mem: mem, result: [n]i64 @result_mem -> 0 + {(n : 1)}) =
  let add: i64 = add_i64(o, 10i64)
  let le: bool = le_i64(o, add)
  let eq: bool = eq_i64(o, add)
  let le_2: bool = le_i64(0i64, o)
  let le_3: bool = le_i64(add, n)
  let logand: bool = logand_bool(le_2, le_3)
  let logor: bool = logor_bool(eq, logand)
  let logand_2: bool = logand_bool(le, logor)
  let cert: cert = assert logand_2 ("Index [",
    o,
    ":",
    add,
    "] out of bounds for array of shape ",
    "[",
    n,
    "]",
    ".") at [main.fut:12:41-80]
  let map: *[10i64]i64 @xs_mem -> o + {(10i64 : 1)} = segmap (gid < 10i64) {
    let x: i64 = gid
    let mul: i64 = mul_i64(x, 2i64)
    return (mul)
  }
  let updated: [n]i64 @xs_mem -> 0 + {(n : 1)} = <cert> xs with [o:+10i64*1i64] = map
  in (xs_mem, updated)
