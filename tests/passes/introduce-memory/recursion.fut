-- A recursive function takes arrays at any offset. All calls pass elements next to each other, so the stride is known.
-- show: sum main
def sum [n] (xs: [n]i32) : i32 = if n == 0 then 0 else xs[0] + sum xs[1:]
entry main xs = sum xs
-- ---
-- before introduce-memory (Seg)
fun sum (n: i64, xs: [n]i32, depth: i64) : (result: i32) =
  let eq: bool = eq_i64(n, 0i64)
  let branch: i32 = if eq then {
    in (0i32)
  } else {
    let lt: bool = lt_i64(0i64, n)
    let cert: cert = assert lt ("Index [",
      0i64,
      "] out of bounds for array of shape ",
      "[",
      n,
      "]",
      ".") at [main.fut:3:56-60]
    let elem: i32 = <cert> xs[0i64]
    let sub: i64 = sub_i64(n, 1i64)
    let le: bool = le_i64(1i64, n)
    let cert_2: cert = assert le ("Index [",
      1i64,
      ":",
      "] out of bounds for array of shape ",
      "[",
      n,
      "]",
      ".") at [main.fut:3:68-73]
    let slice: [sub]i32 = <cert_2> xs[1i64:+sub*1i64]
    let depth_2: i64 = add_i64(depth, 1i64)
    let fits: bool = lt_i64(depth_2, 250000i64)
    let cert_3: cert = assert fits ("Calls of `sum` are nested more than 250000 deep.") at [main.fut:3:64-73]
    let result_2: i32 = <cert_3> sum(sub, slice, depth_2)
    let add: i32 = add_i32(elem, result_2)
    in (add)
  }
  in (branch)

entry main as main (n_2: i64, xs_2: [n_2]i32) : (result_3: i32) =
  let result_4: i32 = sum(n_2, xs_2, 0i64)
  in (result_4)

-- after introduce-memory (FunMem)
fun sum (n: i64,
  xs_mem: mem,
  xs_offset: i64,
  xs: [n]i32 @xs_mem -> xs_offset + {(n : 1)},
  depth: i64) : (result: i32) =
  let eq: bool = eq_i64(n, 0i64)
  let branch: i32 = if eq then {
    in (0i32)
  } else {
    let lt: bool = lt_i64(0i64, n)
    let cert: cert = assert lt ("Index [",
      0i64,
      "] out of bounds for array of shape ",
      "[",
      n,
      "]",
      ".") at [main.fut:3:56-60]
    let elem: i32 = <cert> xs[0i64]
    let sub: i64 = sub_i64(n, 1i64)
    let le: bool = le_i64(1i64, n)
    let cert_2: cert = assert le ("Index [",
      1i64,
      ":",
      "] out of bounds for array of shape ",
      "[",
      n,
      "]",
      ".") at [main.fut:3:68-73]
    let slice: [sub]i32 @xs_mem -> 1 + xs_offset + {(sub : 1)} = <cert_2> xs[1i64:+sub*1i64]
    let depth_2: i64 = add_i64(depth, 1i64)
    let fits: bool = lt_i64(depth_2, 250000i64)
    let cert_3: cert = assert fits ("Calls of `sum` are nested more than 250000 deep.") at [main.fut:3:64-73]
    let offset: i64 = add_i64(1i64, xs_offset)
    let result_2: i32 = <cert_3> sum(sub, xs_mem, offset, slice, depth_2)
    let add: i32 = add_i32(elem, result_2)
    in (add)
  }
  in (branch)

entry main as main (n_2: i64,
  xs_mem_2: mem,
  xs_2: [n_2]i32 @xs_mem_2 -> 0 + {(n_2 : 1)}) : (result_3: i32) =
  let result_4: i32 = sum(n_2, xs_mem_2, 0i64, xs_2, 0i64)
  in (result_4)
