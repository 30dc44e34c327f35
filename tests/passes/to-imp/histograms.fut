-- Operators with bins of their own need a pass each, which computes and checks only their bins and values.
entry main [n] (is: [n]i64) (js: [n]i64) (ks: [4]i64) : ([8]i32, [8]i32) =
  (hist (+) 0 8 (map (\i -> ks[i]) is) (replicate n 1), hist (+) 0 8 (map2 (\i j -> i + ks[j]) is js) (replicate n 1))
-- ---
-- before to-imp (FunMem)
entry main as main (n: i64,
  is_mem: mem,
  is: [n]i64 @is_mem -> 0 + {(n : 1)},
  js_mem: mem,
  js: [n]i64 @js_mem -> 0 + {(n : 1)},
  ks_mem: mem,
  ks: [4i64]i64 @ks_mem -> 0 + {(4i64 : 1)}) : (result_mem: mem,
  result: [8i64]i32 @result_mem -> 0 + {(8i64 : 1)},
  result_mem_2: mem,
  result_2: [8i64]i32 @result_mem_2 -> 0 + {(8i64 : 1)}) =
  let replicate_mem: mem = alloc_i32(8)
  let replicate: *[8i64]i32 @replicate_mem -> 0 + {(8i64 : 1)} = replicate([8i64], 0i32)
  let replicate_mem_2: mem = alloc_i32(8)
  let replicate_2: *[8i64]i32 @replicate_mem_2 -> 0 + {(8i64 : 1)} = replicate([8i64], 0i32)
  let hist: [8i64]i32 @replicate_mem -> 0 + {(8i64 : 1)},
    hist_2: [8i64]i32 @replicate_mem_2 -> 0 + {(8i64 : 1)} = seghist (gid < n)
    bins 8i64 of [replicate] by \(x: i32, x_2: i32) : (i32) -> {
      let add: i32 = add_i32(x, x_2)
      in (add)
    } from (0i32)
    bins 8i64 of [replicate_2] by \(x_3: i32, x_4: i32) : (i32) -> {
      let add_2: i32 = add_i32(x_3, x_4)
      in (add_2)
    } from (0i32) {
    let x_5: i64 = is[gid]
    let x_6: i64 = js[gid]
    let le: bool = le_i64(0i64, x_5)
    let lt: bool = lt_i64(x_5, 4i64)
    let logand: bool = logand_bool(le, lt)
    let cert: cert = assert logand ("Index [",
      x_5,
      "] out of bounds for array of shape ",
      "[",
      4i64,
      "]",
      ".") at [main.fut:3:29-33, main.fut:3:18-37]
    let elem: i64 = <cert> ks[x_5]
    let le_2: bool = le_i64(0i64, x_6)
    let lt_2: bool = lt_i64(x_6, 4i64)
    let logand_2: bool = logand_bool(le_2, lt_2)
    let cert_2: cert = assert logand_2 ("Index [",
      x_6,
      "] out of bounds for array of shape ",
      "[",
      4i64,
      "]",
      ".") at [main.fut:3:89-93, main.fut:3:71-100]
    let elem_2: i64 = <cert_2> ks[x_6]
    let add_3: i64 = add_i64(x_5, elem_2)
    return (elem, add_3, 1i32, 1i32)
  }
  in (replicate_mem, hist, replicate_mem_2, hist_2)

-- after to-imp (Imp)
entry main (is_mem: [n]i64, js_mem: [= n]i64, ks_mem: [4]i64) do
  var replicate_mem: mem i32
  replicate_mem <- alloc i32 8i64
  kernel (i < 8i64) do
    replicate_mem[i] <- 0i32
  done
  var replicate_mem_2: mem i32
  replicate_mem_2 <- alloc i32 8i64
  kernel (i_2 < 8i64) do
    replicate_mem_2[i_2] <- 0i32
  done
  hist gid < n bins 8i64 in (replicate_mem + 0i64) do
    var x: i64
    x <- is_mem[gid]
    var le: bool
    le <- le_i64(0i64, x)
    var lt: bool
    lt <- lt_i64(x, 4i64)
    var logand: bool
    logand <- logand_bool(le, lt)
    assert logand ("Index [",
      x,
      "] out of bounds for array of shape ",
      "[",
      4i64,
      "]",
      ".") at (main.fut:3:29-33, main.fut:3:18-37)
    var elem: i64
    elem <- ks_mem[x]
    combine (1i32) into elem
  by op (x_2: i32, x_3: i32)
    var add: i32
    add <- add_i32(x_2, x_3)
  give (add)
  hist gid_2 < n bins 8i64 in (replicate_mem_2 + 0i64) do
    var x_4: i64
    x_4 <- is_mem[gid_2]
    var x_5: i64
    x_5 <- js_mem[gid_2]
    var le_2: bool
    le_2 <- le_i64(0i64, x_5)
    var lt_2: bool
    lt_2 <- lt_i64(x_5, 4i64)
    var logand_2: bool
    logand_2 <- logand_bool(le_2, lt_2)
    assert logand_2 ("Index [",
      x_5,
      "] out of bounds for array of shape ",
      "[",
      4i64,
      "]",
      ".") at (main.fut:3:89-93, main.fut:3:71-100)
    var elem_2: i64
    elem_2 <- ks_mem[x_5]
    var add_2: i64
    add_2 <- add_i64(x_4, elem_2)
    combine (1i32) into add_2
  by op (x_6: i32, x_7: i32)
    var add_3: i32
    add_3 <- add_i32(x_6, x_7)
  give (add_3)
return ([8i64]i32 @replicate_mem, [8i64]i32 @replicate_mem_2)
