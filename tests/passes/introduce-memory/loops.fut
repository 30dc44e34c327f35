-- Iterations leave the array at another offset, in the same block; or in another order of dimensions.
-- show: tails turns
entry tails [n] (xs: [n]i32) =
  let (_, s) = loop (xs, s) = (xs, 0) while length xs > 0 do (drop 1 xs, s + xs[0]) in s
entry turns [n] (k: i64) (xss: [n][n]i32) = (loop xss for _i < k do transpose xss)[0, 0]
-- ---
-- before introduce-memory (Seg)
entry tails as tails (n: i64, xs: [n]i32) : (result: i32) =
  let gt: bool = lt_i64(0i64, n)
  let n_2: i64, acc: [n_2]i32, acc_2: i32, continue: bool = loop (n_3: i64 = n,
    acc_3: [n_3]i32 = xs,
    acc_4: i32 = 0i32,
    continue_2: bool = gt) while continue_2 do {
    let sub: i64 = sub_i64(n_3, 1i64)
    let le: bool = le_i64(1i64, n_3)
    let cert: cert = assert le ("Index [",
      1i64,
      ":",
      "] out of bounds for array of shape ",
      "[",
      n_3,
      "]",
      ".") at [/prelude/array.fut:31:49-53, main.fut:4:63-71]
    let slice: [sub]i32 = <cert> acc_3[1i64:+sub*1i64]
    let lt: bool = lt_i64(0i64, n_3)
    let cert_2: cert = assert lt ("Index [",
      0i64,
      "] out of bounds for array of shape ",
      "[",
      n_3,
      "]",
      ".") at [main.fut:4:78-82]
    let elem: i32 = <cert_2> acc_3[0i64]
    let add: i32 = add_i32(acc_4, elem)
    let gt_2: bool = lt_i64(0i64, sub)
    in (sub, slice, add, gt_2)
  }
  in (acc_2)

entry turns as turns (n_4: i64, k: i64, xss: [n_4][n_4]i32) : (result_2: i32) =
  let acc_5: [n_4][n_4]i32 = loop (acc_6: [n_4][n_4]i32 = xss) for _i: i64 < k do {
    let transpose: [n_4][n_4]i32 = rearrange([1, 0], acc_6)
    in (transpose)
  }
  let lt_2: bool = lt_i64(0i64, n_4)
  let cert_3: cert = assert lt_2 ("Index [",
    0i64,
    ", ",
    0i64,
    "] out of bounds for array of shape ",
    "[",
    n_4,
    "]",
    "[",
    n_4,
    "]",
    ".") at [main.fut:5:45-88]
  let elem_2: i32 = <cert_3> acc_5[0i64, 0i64]
  in (elem_2)

-- after introduce-memory (FunMem)
entry tails as tails (n: i64,
  xs_mem: mem,
  xs: [n]i32 @xs_mem -> 0 + {(n : 1)}) : (result: i32) =
  let gt: bool = lt_i64(0i64, n)
  let n_2: i64,
    acc_offset: i64,
    acc: [n_2]i32 @xs_mem -> acc_offset + {(n_2 : 1)},
    acc_2: i32,
    continue: bool = loop (n_3: i64 = n,
    acc_offset_2: i64 = 0i64,
    acc_3: [n_3]i32 @xs_mem -> acc_offset_2 + {(n_3 : 1)} = xs,
    acc_4: i32 = 0i32,
    continue_2: bool = gt) while continue_2 do {
    let sub: i64 = sub_i64(n_3, 1i64)
    let le: bool = le_i64(1i64, n_3)
    let cert: cert = assert le ("Index [",
      1i64,
      ":",
      "] out of bounds for array of shape ",
      "[",
      n_3,
      "]",
      ".") at [/prelude/array.fut:31:49-53, main.fut:4:63-71]
    let slice: [sub]i32 @xs_mem -> 1 + acc_offset_2 + {(sub : 1)} = <cert> acc_3[1i64:+sub*1i64]
    let lt: bool = lt_i64(0i64, n_3)
    let cert_2: cert = assert lt ("Index [",
      0i64,
      "] out of bounds for array of shape ",
      "[",
      n_3,
      "]",
      ".") at [main.fut:4:78-82]
    let elem: i32 = <cert_2> acc_3[0i64]
    let add: i32 = add_i32(acc_4, elem)
    let gt_2: bool = lt_i64(0i64, sub)
    let offset: i64 = add_i64(1i64, acc_offset_2)
    in (sub, offset, slice, add, gt_2)
  }
  in (acc_2)

entry turns as turns (n_4: i64,
  k: i64,
  xss_mem: mem,
  xss: [n_4][n_4]i32 @xss_mem -> 0 + {(n_4 : n_4) (n_4 : 1)}) : (result_2: i32) =
  let acc_stride: i64,
    acc_stride_2: i64,
    acc_5: [n_4][n_4]i32 @xss_mem -> 0 + {(n_4 : acc_stride) (n_4 : acc_stride_2)} = loop (acc_stride_3: i64 = n_4,
    acc_stride_4: i64 = 1i64,
    acc_6: [n_4][n_4]i32 @xss_mem -> 0 + {(n_4 : acc_stride_3) (n_4 : acc_stride_4)} = xss) for _i: i64 < k do {
    let transpose: [n_4][n_4]i32 @xss_mem -> 0 + {(n_4 : acc_stride_4) (n_4 : acc_stride_3)} = rearrange([1,
      0], acc_6)
    in (acc_stride_4, acc_stride_3, transpose)
  }
  let lt_2: bool = lt_i64(0i64, n_4)
  let cert_3: cert = assert lt_2 ("Index [",
    0i64,
    ", ",
    0i64,
    "] out of bounds for array of shape ",
    "[",
    n_4,
    "]",
    "[",
    n_4,
    "]",
    ".") at [main.fut:5:45-88]
  let elem_2: i32 = <cert_3> acc_5[0i64, 0i64]
  in (elem_2)
