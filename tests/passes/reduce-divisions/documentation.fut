-- The example of the documentation.
-- Documentation:
-- for i < n do x <- xs[i]; q <- x / k; s <- s ^ q done
-- becomes
-- m <- (2^64 - 1) / max(k, 1)
-- for i < n do x <- xs[i]; q <- mulhi(x + 1, m); s <- s ^ q done
--
-- Written out:
-- for i < n do … x <- xs_mem[i] … q <- div_u32(x, k) … r <- xor_u32(s, q) s <- r done
-- becomes
-- d <- u64_of_u32(k) … m <- quot_u64(18446744073709551615u64, max_u64(d, 1u64))
-- for i < n do … x <- xs_mem[i] … q <- u32_of_u64(mulhi_u64(add_u64(u64_of_u32(x), 1u64), m)) … r <- xor_u32(s, q) s <- r done
--
entry main [n] (k: u32) (xs: [n]u32) : u32 = loop s = 0 for x in xs do s ^ x / k
-- ---
-- before reduce-divisions (Lanes)
entry main (k: u32, xs_mem: [n]u32) do
  var t: bool
  t <- ne_u32(k, 0u32)
  var t_2: bool
  t_2 <- le_i64(n, 0i64)
  var t_3: bool
  t_3 <- logor_bool(t_2, t)
  assert t_3 ("division by zero") at (main.fut:14:76-80)
  var acc: u32
  acc <- 0u32
  for i < n do
    var elem: u32
    elem <- xs_mem[i]
    var div: u32
    div <- div_u32(elem, k)
    var xor: u32
    xor <- xor_u32(acc, div)
    acc <- xor
  done
  var acc_2: u32
  acc_2 <- acc
return (acc_2)

-- after reduce-divisions (Lanes)
entry main (k: u32, xs_mem: [n]u32) do
  var t: bool
  t <- ne_u32(k, 0u32)
  var t_2: bool
  t_2 <- le_i64(n, 0i64)
  var t_3: bool
  t_3 <- logor_bool(t_2, t)
  assert t_3 ("division by zero") at (main.fut:14:76-80)
  var acc: u32
  acc <- 0u32
  var divisor: u64
  divisor <- u64_of_u32(k)
  var multiplier: u64
  multiplier <- quot_u64(18446744073709551615u64, max_u64(divisor, 1u64))
  for i < n do
    var elem: u32
    elem <- xs_mem[i]
    var div: u32
    div <- u32_of_u64(mulhi_u64(add_u64(u64_of_u32(elem), 1u64), multiplier))
    var xor: u32
    xor <- xor_u32(acc, div)
    acc <- xor
  done
  var acc_2: u32
  acc_2 <- acc
return (acc_2)
