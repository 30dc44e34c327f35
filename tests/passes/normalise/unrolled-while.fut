-- A `while` loop cannot be unrolled, whatever its attribute says.
entry main (n: i32) = #[unroll] loop x = 1 while x < n do x * 2
-- ---
-- before normalise (FirstOrder)
entry main (n: i32): i32 =
  #[unroll] (loop (x: i32) = 1i32 while x < n do
     x * 2i32)

-- after normalise (Anf)
main.fut:2:33-63: warning W0011: #[unroll] on loop with unknown number of iterations
    the number of its iterations must be known, and at most 4096, with at most 65536 statements together
entry main as main (n: i32) : (result: i32) =
  let lt: bool = lt_i32(1i32, n)
  let acc: i32, continue: bool = loop (acc_2: i32 = 1i32, continue_2: bool = lt) while continue_2 do {
    let mul: i32 = mul_i32(acc_2, 2i32)
    let lt_2: bool = lt_i32(mul, n)
    in (mul, lt_2)
  }
  in (acc)
