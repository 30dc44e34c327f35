-- The rows of a matrix that is flattened and then followed by other elements are built in the block of both.
entry main [n] (xs: [n]i32) : []i32 = flatten (tabulate_2d n 40 (\i j -> xs[i] + i32.i64 j)) ++ map (* 2) xs
-- ---
-- before short-circuit (FunMem)
entry main as main (n: i64,
  xs_mem: mem,
  xs: [n]i32 @xs_mem -> 0 + {(n : 1)}) : (k: i64,
  result_mem: mem,
  result: [k]i32 @result_mem -> 0 + {(k : 1)}) =
  let mul: i64 = mul_i64(n, 40i64)
  let map_mem: mem = alloc_i32(40·n)
  let map: *[n][40i64]i32 @map_mem -> 0 + {(n : 40) (40i64 : 1)} = segmap (gid < n,
    gid_2 < 40i64) {
    let x: i64 = gid
    let x_2: i64 = gid_2
    let elem: i32 = xs[x]
    let conv: i32 = i32_of_i64(x_2)
    let add: i32 = add_i32(elem, conv)
    return (add)
  }
  let reshape: [mul]i32 @map_mem -> 0 + {(mul : 1)} = reshape([mul], map)
  let map_mem_2: mem = alloc_i32(n)
  let map_2: *[n]i32 @map_mem_2 -> 0 + {(n : 1)} = segmap (gid_3 < n) {
    let x_3: i32 = xs[gid_3]
    let mul_2: i32 = mul_i32(x_3, 2i32)
    return (mul_2)
  }
  let add_2: i64 = add_i64(mul, n)
  let concat_mem: mem = alloc_i32(add_2)
  let concat: *[add_2]i32 @concat_mem -> 0 + {(add_2 : 1)} = concat(add_2, [reshape,
    map_2])
  in (add_2, concat_mem, concat)

-- after short-circuit (FunMem)
entry main as main (n: i64,
  xs_mem: mem,
  xs: [n]i32 @xs_mem -> 0 + {(n : 1)}) : (k: i64,
  result_mem: mem,
  result: [k]i32 @result_mem -> 0 + {(k : 1)}) =
  let mul: i64 = mul_i64(n, 40i64)
  let add: i64 = add_i64(mul, n)
  let concat_mem: mem = alloc_i32(add)
  let map: *[n][40i64]i32 @concat_mem -> 0 + {(n : 40) (40i64 : 1)} = segmap (gid < n,
    gid_2 < 40i64) {
    let x: i64 = gid
    let x_2: i64 = gid_2
    let elem: i32 = xs[x]
    let conv: i32 = i32_of_i64(x_2)
    let add_2: i32 = add_i32(elem, conv)
    return (add_2)
  }
  let reshape: [mul]i32 @concat_mem -> 0 + {(mul : 1)} = reshape([mul], map)
  let map_2: *[n]i32 @concat_mem -> mul + {(n : 1)} = segmap (gid_3 < n) {
    let x_3: i32 = xs[gid_3]
    let mul_2: i32 = mul_i32(x_3, 2i32)
    return (mul_2)
  }
  let concat: *[add]i32 @concat_mem -> 0 + {(add : 1)} = concat(add, [reshape,
    map_2])
  in (add, concat_mem, concat)
