-- The example of the documentation.
-- Documentation:
-- let (y: [n]i32) = copy x     becomes     let (m: mem) = alloc n   let (y: [n]i32 @m -> {(n : 1)}) = copy x
--
-- Written out:
-- y: [n]i32 = copy(x)
-- becomes
-- mem_y: mem = alloc_i32(n) copy: *[n]i32 @mem_y -> 0 + {(n : 1)} = copy(x)
--
entry main [n] (x: *[n]i32) (is: [n]i64) (vs: [n]i32) = let y = copy x in (y, scatter x is vs)
-- ---
-- before introduce-memory (Seg)
entry main as main (n: i64, x: [n]i32, is: [n]i64, vs: [n]i32) : (result: [n]i32,
  result_2: [n]i32) =
  let copy: [n]i32 = copy(x)
  let scatter: [n]i32 = segmap (gid < n) {
    let x_2: i64 = is[gid]
    let x_3: i32 = vs[gid]
    return (x[x_2] <- x_3)
  }
  in (copy, scatter)

-- after introduce-memory (FunMem)
entry main as main (n: i64,
  x_mem: mem,
  x: [n]i32 @x_mem -> 0 + {(n : 1)},
  is_mem: mem,
  is: [n]i64 @is_mem -> 0 + {(n : 1)},
  vs_mem: mem,
  vs: [n]i32 @vs_mem -> 0 + {(n : 1)}) : (result_mem: mem,
  result: [n]i32 @result_mem -> 0 + {(n : 1)},
  result_mem_2: mem,
  result_2: [n]i32 @result_mem_2 -> 0 + {(n : 1)}) =
  let copy_mem: mem = alloc_i32(n)
  let copy: *[n]i32 @copy_mem -> 0 + {(n : 1)} = copy(x)
  let scatter: [n]i32 @x_mem -> 0 + {(n : 1)} = segmap (gid < n) {
    let x_2: i64 = is[gid]
    let x_3: i32 = vs[gid]
    return (x[x_2] <- x_3)
  }
  in (copy_mem, copy, x_mem, scatter)
