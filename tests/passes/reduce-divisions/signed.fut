-- The four divisions of numbers with signs, by a number that the outer loop does not change and by one that only the
-- inner one does not.
entry main [n] (k: i32) (xs: [n]i32) : (i32, i32) =
  loop (a, b) = (1, 2) for i < n do
    let a = a + xs[i] / k + xs[i] % k
    let b = loop b = b for _j < k do b + xs[i] // (a | 1) + b %% (a | 1)
    in (a, b)
-- ---
-- before reduce-divisions (Lanes)
entry main (k: i32, xs_mem: [n]i32) do
  var t: bool
  t <- ne_i32(k, 0i32)
  var t_2: bool
  t_2 <- le_i64(n, 0i64)
  var t_3: bool
  t_3 <- logor_bool(t_2, t)
  assert t_3 ("division by zero") at (main.fut:5:17-25)
  var conv: i64
  conv <- i64_of_i32(k)
  var t_4: bool
  t_4 <- le_i64(conv, 0i64)
  var acc: i32
  acc <- 1i32
  var acc_2: i32
  acc_2 <- 2i32
  for i < n do
    var elem: i32
    elem <- xs_mem[i]
    var div: i32
    div <- div_i32(elem, k)
    var add: i32
    add <- add_i32(acc, div)
    var mod: i32
    mod <- mod_i32(elem, k)
    var add_2: i32
    add_2 <- add_i32(add, mod)
    var t_5: i32
    t_5 <- or_i32(add_2, 1i32)
    var t_6: bool
    t_6 <- ne_i32(t_5, 0i32)
    var t_7: bool
    t_7 <- logor_bool(t_4, t_6)
    assert t_7 ("division by zero") at (main.fut:6:42-57)
    var acc_3: i32
    acc_3 <- acc_2
    for _j < i64_of_i32(k) do
      var _j_2: i32
      _j_2 <- i32_of_i64(_j)
      var quot: i32
      quot <- quot_i32(elem, t_5)
      var add_3: i32
      add_3 <- add_i32(acc_3, quot)
      var rem: i32
      rem <- rem_i32(acc_3, t_5)
      var add_4: i32
      add_4 <- add_i32(add_3, rem)
      acc_3 <- add_4
    done
    var acc_4: i32
    acc_4 <- acc_3
    acc <- add_2
    acc_2 <- acc_4
  done
  var acc_5: i32
  acc_5 <- acc
  var acc_6: i32
  acc_6 <- acc_2
return (acc_5, acc_6)

-- after reduce-divisions (Lanes)
entry main (k: i32, xs_mem: [n]i32) do
  var t: bool
  t <- ne_i32(k, 0i32)
  var t_2: bool
  t_2 <- le_i64(n, 0i64)
  var t_3: bool
  t_3 <- logor_bool(t_2, t)
  assert t_3 ("division by zero") at (main.fut:5:17-25)
  var conv: i64
  conv <- i64_of_i32(k)
  var t_4: bool
  t_4 <- le_i64(conv, 0i64)
  var acc: i32
  acc <- 1i32
  var acc_2: i32
  acc_2 <- 2i32
  var divisor: i64
  divisor <- i64_of_i32(k)
  var sign: i64
  sign <- shr_i64(divisor, 63i64)
  var multiplier: u64
  multiplier <- quot_u64(18446744073709551615u64, max_u64(u64_of_i64(sub_i64(xor_i64(divisor, sign), sign)), 1u64))
  for i < n do
    var elem: i32
    elem <- xs_mem[i]
    var div: i32
    var dividend: i64
    dividend <- i64_of_i32(elem)
    var number: i64
    number <- sub_i64(xor_i64(dividend, sign), sign)
    var minus: i64
    minus <- shr_i64(number, 63i64)
    div <- i32_of_i64(xor_i64(i64_of_u64(mulhi_u64(add_u64(u64_of_i64(xor_i64(number, minus)), 1u64), multiplier)), minus))
    var add: i32
    add <- add_i32(acc, div)
    var mod: i32
    var dividend_2: i64
    dividend_2 <- i64_of_i32(elem)
    var number_2: i64
    number_2 <- sub_i64(xor_i64(dividend_2, sign), sign)
    var minus_2: i64
    minus_2 <- shr_i64(number_2, 63i64)
    mod <- i32_of_i64(sub_i64(dividend_2, mul_i64(xor_i64(i64_of_u64(mulhi_u64(add_u64(u64_of_i64(xor_i64(number_2, minus_2)), 1u64), multiplier)), minus_2), divisor)))
    var add_2: i32
    add_2 <- add_i32(add, mod)
    var t_5: i32
    t_5 <- or_i32(add_2, 1i32)
    var t_6: bool
    t_6 <- ne_i32(t_5, 0i32)
    var t_7: bool
    t_7 <- logor_bool(t_4, t_6)
    assert t_7 ("division by zero") at (main.fut:6:42-57)
    var acc_3: i32
    acc_3 <- acc_2
    var divisor_2: i64
    divisor_2 <- i64_of_i32(t_5)
    var sign_2: i64
    sign_2 <- shr_i64(divisor_2, 63i64)
    var multiplier_2: u64
    multiplier_2 <- quot_u64(18446744073709551615u64, max_u64(u64_of_i64(sub_i64(xor_i64(divisor_2, sign_2), sign_2)), 1u64))
    for _j < i64_of_i32(k) do
      var _j_2: i32
      _j_2 <- i32_of_i64(_j)
      var quot: i32
      var dividend_3: i64
      dividend_3 <- i64_of_i32(elem)
      var minus_3: i64
      minus_3 <- shr_i64(dividend_3, 63i64)
      var minus_4: i64
      minus_4 <- xor_i64(minus_3, sign_2)
      quot <- i32_of_i64(sub_i64(xor_i64(i64_of_u64(mulhi_u64(add_u64(u64_of_i64(sub_i64(xor_i64(dividend_3, minus_3), minus_3)), 1u64), multiplier_2)), minus_4), minus_4))
      var add_3: i32
      add_3 <- add_i32(acc_3, quot)
      var rem: i32
      var dividend_4: i64
      dividend_4 <- i64_of_i32(acc_3)
      var minus_5: i64
      minus_5 <- shr_i64(dividend_4, 63i64)
      var minus_6: i64
      minus_6 <- xor_i64(minus_5, sign_2)
      rem <- i32_of_i64(sub_i64(dividend_4, mul_i64(sub_i64(xor_i64(i64_of_u64(mulhi_u64(add_u64(u64_of_i64(sub_i64(xor_i64(dividend_4, minus_5), minus_5)), 1u64), multiplier_2)), minus_6), minus_6), divisor_2)))
      var add_4: i32
      add_4 <- add_i32(add_3, rem)
      acc_3 <- add_4
    done
    var acc_4: i32
    acc_4 <- acc_3
    acc <- add_2
    acc_2 <- acc_4
  done
  var acc_5: i32
  acc_5 <- acc
  var acc_6: i32
  acc_6 <- acc_2
return (acc_5, acc_6)
