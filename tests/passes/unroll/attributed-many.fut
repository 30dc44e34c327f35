-- A loop with the attribute stays if it has too many iterations.
entry main (x: i32) = #[unroll] loop x for i < 1000000i32 do x * x + i
-- ---
-- before unroll (Anf)
entry main as main (x: i32) : (result: i32) =
  let acc: i32 = loop (acc_2: i32 = x) for i: i32 < 1000000i32 unrolled do {
    let mul: i32 = mul_i32(acc_2, acc_2)
    let add: i32 = add_i32(mul, i)
    in (add)
  }
  in (acc)

-- after unroll (Anf)
main.fut:2:33-70: warning W0011: #[unroll] on loop with too many iterations
    the number of its iterations must be known, and at most 4096, with at most 65536 statements together
the same
