-- The example of the documentation.
-- Documentation:
-- let (y: [n]i32) = copy x     becomes     let (m: mem) = alloc n   let (y: [n]i32 @m -> {(n : 1)}) = copy x
--
-- Written out:
-- y: [n]i32 = copy(x)
-- becomes
-- mem_y: mem = alloc_i32(n) copy: *[n]i32 @mem_y -> 0 + {(n : 1)} = copy(x_2)
--
entry main [n] (x: [n]i32) = let y = copy x in y
-- ---
-- before introduce-memory (Seg)
entry main as main (n: i64, x: [n]i32) : (result: [n]i32) =
  let copy: [n]i32 = copy(x)
  in (copy)

-- after introduce-memory (FunMem)
entry main as main (n: i64,
  x_mem: mem,
  x: [n]i32 @x_mem -> 0 + {(n : 1)}) : (result_mem: mem,
  result: [n]i32 @result_mem -> 0 + {(n : 1)}) =
  let copy_mem: mem = alloc_i32(n)
  let copy: *[n]i32 @copy_mem -> 0 + {(n : 1)} = copy(x)
  in (copy_mem, copy)
