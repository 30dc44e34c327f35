-- The branches leave arrays in different blocks, so the block is a result.
entry main [n] (b: bool) (xs: [n]i32) (ys: [n]i32) = if b then xs else ys
-- ---
-- before introduce-memory (Seg)
entry main as main (n: i64, b: bool, xs: [n]i32, ys: [n]i32) : (result: [n]i32) =
  let branch: [n]i32 = if b then {
    in (xs)
  } else {
    in (ys)
  }
  in (branch)

-- after introduce-memory (FunMem)
entry main as main (n: i64,
  b: bool,
  xs_mem: mem,
  xs: [n]i32 @xs_mem -> 0 + {(n : 1)},
  ys_mem: mem,
  ys: [n]i32 @ys_mem -> 0 + {(n : 1)}) : (result_mem: mem,
  result: [n]i32 @result_mem -> 0 + {(n : 1)}) =
  let branch_mem: mem, branch: [n]i32 @branch_mem -> 0 + {(n : 1)} = if b then {
    in (xs_mem, xs)
  } else {
    in (ys_mem, ys)
  }
  in (branch_mem, branch)
