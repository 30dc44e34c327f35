-- Both parts are built in the block of the concatenation, which is allocated before them.
entry main [n] (xs: [n]i32) = map (+ 1) xs ++ scan (+) 0 xs
-- ---
-- before short-circuit (FunMem)
entry main as main (n: i64,
  xs_mem: mem,
  xs: [n]i32 @xs_mem -> 0 + {(n : 1)}) : (k: i64,
  result_mem: mem,
  result: [k]i32 @result_mem -> 0 + {(k : 1)}) =
  let map_mem: mem = alloc_i32(n)
  let scan_mem: mem = alloc_i32(n)
  let map: *[n]i32 @map_mem -> 0 + {(n : 1)},
    scan: *[n]i32 @scan_mem -> 0 + {(n : 1)} = segscan (gid < n)
    \(x: i32, x_2: i32) : (i32) -> {
      let add: i32 = add_i32(x, x_2)
      in (add)
    } from (0i32) {
    let x_3: i32 = xs[gid]
    give (x_3)
  } then (x_4: i32) {
    let add_2: i32 = add_i32(x_3, 1i32)
    let x_5: i32 = add_2
    return (x_5, x_4)
  }
  let add_3: i64 = add_i64(n, n)
  let concat_mem: mem = alloc_i32(add_3)
  let concat: *[add_3]i32 @concat_mem -> 0 + {(add_3 : 1)} = concat(add_3, [map, scan])
  in (add_3, concat_mem, concat)

-- after short-circuit (FunMem)
entry main as main (n: i64,
  xs_mem: mem,
  xs: [n]i32 @xs_mem -> 0 + {(n : 1)}) : (k: i64,
  result_mem: mem,
  result: [k]i32 @result_mem -> 0 + {(k : 1)}) =
  let add: i64 = add_i64(n, n)
  let concat_mem: mem = alloc_i32(add)
  let map: *[n]i32 @concat_mem -> 0 + {(n : 1)},
    scan: *[n]i32 @concat_mem -> n + {(n : 1)} = segscan (gid < n)
    \(x: i32, x_2: i32) : (i32) -> {
      let add_2: i32 = add_i32(x, x_2)
      in (add_2)
    } from (0i32) {
    let x_3: i32 = xs[gid]
    give (x_3)
  } then (x_4: i32) {
    let add_3: i32 = add_i32(x_3, 1i32)
    let x_5: i32 = add_3
    return (x_5, x_4)
  }
  let concat: *[add]i32 @concat_mem -> 0 + {(add : 1)} = concat(add, [map, scan])
  in (add, concat_mem, concat)
