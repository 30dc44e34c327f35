-- A divisor that a loop changes, and one of 64 bits: these stay divisions.
entry main (k: i32) (m: i64) (n: i64) : (i32, i64) =
  loop (a, b) = (k, n) for i < n do ((i32.i64 i / (a | 1)) + 3, b + i / m)
-- ---
-- before reduce-divisions (Lanes)
entry main (k: i32, m: i64, n: i64) do
  var t: bool
  t <- ne_i64(m, 0i64)
  var t_2: bool
  t_2 <- le_i64(n, 0i64)
  var t_3: bool
  t_3 <- logor_bool(t_2, t)
  assert t_3 ("division by zero") at (main.fut:3:69-73)
  var acc: i32
  acc <- k
  var acc_2: i64
  acc_2 <- n
  for i < n do
    var conv: i32
    conv <- i32_of_i64(i)
    var or: i32
    or <- or_i32(acc, 1i32)
    var ne: bool
    ne <- ne_i32(or, 0i32)
    assert ne ("division by zero") at (main.fut:3:39-57)
    var div: i32
    div <- div_i32(conv, or)
    var add: i32
    add <- add_i32(div, 3i32)
    var div_2: i64
    div_2 <- div_i64(i, m)
    var add_2: i64
    add_2 <- add_i64(acc_2, div_2)
    acc <- add
    acc_2 <- add_2
  done
  var acc_3: i32
  acc_3 <- acc
  var acc_4: i64
  acc_4 <- acc_2
return (acc_3, acc_4)

-- after reduce-divisions (Lanes)
the same
