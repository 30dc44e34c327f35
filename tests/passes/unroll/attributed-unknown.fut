-- A loop with the attribute stays if its trip count is unknown.
entry main (n: i32) (x: i32) = #[unroll] loop x for i < n do x * x + i
-- ---
-- before unroll (Anf)
entry main as main (n: i32, x: i32) : (result: i32) =
  let acc: i32 = loop (acc_2: i32 = x) for i: i32 < n unrolled do {
    let mul: i32 = mul_i32(acc_2, acc_2)
    let add: i32 = add_i32(mul, i)
    in (add)
  }
  in (acc)

-- after unroll (Anf)
main.fut:2:42-70: warning W0011: #[unroll] on loop with unknown number of iterations
    the number of its iterations must be known, and at most 4096, with at most 65536 statements together
the same
