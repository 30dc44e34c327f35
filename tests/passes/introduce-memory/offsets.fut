-- The second example of the documentation.
-- Documentation:
-- let ys = if c then xs[1:] else xs
-- becomes
-- let (o: i64) (ys: [k]i32 @m -> o + {(k : 1)}) = if c then (1, xs[1:]) else (0, xs)
--
-- Written out:
-- branch: [k_2]i32 = if c then
-- becomes
-- branch_offset: i64, branch: [k_2]i32 @xs_mem -> branch_offset + {(k_2 : 1)} = if c then
--
entry main [n] (c: bool) (xs: [n]i32) = let ys = if c then xs[1:] else xs in map (+ 1) ys
-- ---
-- before introduce-memory (Seg)
entry main as main (n: i64, c: bool, xs: [n]i32) : (k: i64, result: [k]i32) =
  let k_2: i64 = if c then {
    let sub: i64 = sub_i64(n, 1i64)
    in (sub)
  } else {
    in (n)
  }
  let branch: [k_2]i32 = if c then {
    let le: bool = le_i64(1i64, n)
    let cert: cert = assert le ("Index [",
      1i64,
      ":",
      "] out of bounds for array of shape ",
      "[",
      n,
      "]",
      ".") at [main.fut:12:60-65]
    let slice: [k_2]i32 = <cert> xs[1i64:+k_2*1i64]
    in (slice)
  } else {
    in (xs)
  }
  let map: [k_2]i32 = segmap (gid < k_2) {
    let x: i32 = branch[gid]
    let add: i32 = add_i32(x, 1i32)
    return (add)
  }
  in (k_2, map)

-- after introduce-memory (FunMem)
entry main as main (n: i64,
  c: bool,
  xs_mem: mem,
  xs: [n]i32 @xs_mem -> 0 + {(n : 1)}) : (k: i64,
  result_mem: mem,
  result: [k]i32 @result_mem -> 0 + {(k : 1)}) =
  let k_2: i64 = if c then {
    let sub: i64 = sub_i64(n, 1i64)
    in (sub)
  } else {
    in (n)
  }
  let branch_offset: i64,
    branch: [k_2]i32 @xs_mem -> branch_offset + {(k_2 : 1)} = if c then {
    let le: bool = le_i64(1i64, n)
    let cert: cert = assert le ("Index [",
      1i64,
      ":",
      "] out of bounds for array of shape ",
      "[",
      n,
      "]",
      ".") at [main.fut:12:60-65]
    let slice: [k_2]i32 @xs_mem -> 1 + {(k_2 : 1)} = <cert> xs[1i64:+k_2*1i64]
    in (1i64, slice)
  } else {
    in (0i64, xs)
  }
  let map_mem: mem = alloc_i32(k_2)
  let map: *[k_2]i32 @map_mem -> 0 + {(k_2 : 1)} = segmap (gid < k_2) {
    let x: i32 = branch[gid]
    let add: i32 = add_i32(x, 1i32)
    return (add)
  }
  in (k_2, map_mem, map)
