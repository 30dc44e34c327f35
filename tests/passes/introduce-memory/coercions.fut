-- Coercions, and reshapes of columns, are views.
entry main [n][m] (k: i64) (xss: [n][m]i32) =
  let column = xss[:, 0] :> [k * 2]i32
  in map (\pair -> pair[0] + pair[1]) (unflatten column)
-- ---
-- before introduce-memory (Seg)
entry main as main (n: i64, m: i64, k: i64, xss: [n][m]i32) : (result: [k]i32) =
  let lt: bool = lt_i64(0i64, m)
  let cert: cert = assert lt ("Index [",
    "0",
    ":",
    ", ",
    0i64,
    "] out of bounds for array of shape ",
    "[",
    n,
    "]",
    "[",
    m,
    "]",
    ".") at [main.fut:3:16-24]
  let slice: [n]i32 = <cert> xss[0i64:+n*1i64, 0i64]
  let mul: i64 = mul_i64(k, 2i64)
  let eq: bool = eq_i64(n, mul)
  let cert_2: cert = assert eq ("Value of (desugared) shape ",
    "[",
    n,
    "]",
    " cannot match shape of type \"",
    "[",
    mul,
    "]",
    "i32\".") at [main.fut:3:16-38]
  let coerced: [mul]i32 = <cert_2> slice
  let le: bool = le_i64(0i64, k)
  let cert_3: cert = assert le ("Cannot unflatten array of shape ",
    "[",
    mul,
    "]",
    " to array of shape ",
    "[",
    k,
    "]",
    "[",
    2i64,
    "]",
    ".") at [main.fut:4:40-55, main.fut:4:40-55]
  let reshape: [k][2i64]i32 = <cert_3> reshape([k, 2i64], coerced)
  let map: [k]i32 = segmap (gid < k) {
    let x: [2i64]i32 = reshape[gid, 0i64:+2i64*1i64]
    let elem: i32 = x[0i64]
    let elem_2: i32 = x[1i64]
    let add: i32 = add_i32(elem, elem_2)
    return (add)
  }
  in (map)

-- after introduce-memory (FunMem)
entry main as main (n: i64,
  m: i64,
  k: i64,
  xss_mem: mem,
  xss: [n][m]i32 @xss_mem -> 0 + {(n : m) (m : 1)}) : (result_mem: mem,
  result: [k]i32 @result_mem -> 0 + {(k : 1)}) =
  let lt: bool = lt_i64(0i64, m)
  let cert: cert = assert lt ("Index [",
    "0",
    ":",
    ", ",
    0i64,
    "] out of bounds for array of shape ",
    "[",
    n,
    "]",
    "[",
    m,
    "]",
    ".") at [main.fut:3:16-24]
  let slice: [n]i32 @xss_mem -> 0 + {(n : m)} = <cert> xss[0i64:+n*1i64, 0i64]
  let mul: i64 = mul_i64(k, 2i64)
  let eq: bool = eq_i64(n, mul)
  let cert_2: cert = assert eq ("Value of (desugared) shape ",
    "[",
    n,
    "]",
    " cannot match shape of type \"",
    "[",
    mul,
    "]",
    "i32\".") at [main.fut:3:16-38]
  let coerced: [mul]i32 @xss_mem -> 0 + {(mul : m)} = <cert_2> slice
  let le: bool = le_i64(0i64, k)
  let cert_3: cert = assert le ("Cannot unflatten array of shape ",
    "[",
    mul,
    "]",
    " to array of shape ",
    "[",
    k,
    "]",
    "[",
    2i64,
    "]",
    ".") at [main.fut:4:40-55, main.fut:4:40-55]
  let reshape: [k][2i64]i32 @xss_mem -> 0 + {(k : 2·m) (2i64 : m)} = <cert_3> reshape([k,
    2i64], coerced)
  let map_mem: mem = alloc_i32(k)
  let map: *[k]i32 @map_mem -> 0 + {(k : 1)} = segmap (gid < k) {
    let x: [2i64]i32 @xss_mem -> 2·gid·m + {(2i64 : m)} = reshape[gid, 0i64:+2i64*1i64]
    let elem: i32 = x[0i64]
    let elem_2: i32 = x[1i64]
    let add: i32 = add_i32(elem, elem_2)
    return (add)
  }
  in (map_mem, map)
