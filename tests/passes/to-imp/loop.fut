-- A loop.
entry main (n: i64) = loop x = 1i64 for i < n do x * 2 + i
-- ---
-- before to-imp (FunMem)
entry main as main (n: i64) : (result: i64) =
  let acc: i64 = loop (acc_2: i64 = 1i64) for i: i64 < n do {
    let mul: i64 = mul_i64(acc_2, 2i64)
    let add: i64 = add_i64(mul, i)
    in (add)
  }
  in (acc)

-- after to-imp (Imp)
entry main (n: i64) do
  var acc: i64
  acc <- 1i64
  for i < n do
    var mul: i64
    mul <- mul_i64(acc, 2i64)
    var add: i64
    add <- add_i64(mul, i)
    acc <- add
  done
  var acc_2: i64
  acc_2 <- acc
return (acc_2)
