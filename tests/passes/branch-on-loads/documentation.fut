-- The example of the documentation.
-- Documentation:
-- while lo < hi do m <- (lo + hi) / 2; c <- xs[m] < k; lo <- select(c, m + 1, lo); hi <- select(c, hi, m) done
-- becomes
-- while lo < hi do m <- (lo + hi) / 2; c <- xs[m] < k; if c then lo <- m + 1 else hi <- m fi done
--
-- Written out:
-- x <- xs_mem[m] … c <- lt_i32(x, k) … lo2 <- select(c, a, lo) hi2 <- select(c, hi, m)
-- becomes
-- x <- xs_mem[m] … c <- lt_i32(x, k) … if c then lo2 <- a hi2 <- hi else lo2 <- lo hi2 <- m fi
--
entry main [n] (xs: [n]i32) (k: i32) : i64 =
  let (lo, _) =
    loop (lo, hi) = (0, n)
    while lo < hi do
      let m = (lo + hi) / 2
      in if xs[m] < k then (m + 1, hi) else (lo, m)
  in lo
-- ---
-- before branch-on-loads (Lanes)
entry main (xs_mem: [n]i32, k: i32) do
  var lt: bool
  lt <- lt_i64(0i64, n)
  var acc: i64
  acc <- 0i64
  var acc_2: i64
  acc_2 <- n
  var continue: bool
  continue <- lt
  while continue do
    var add: i64
    add <- add_i64(acc, acc_2)
    var div: i64
    div <- shr_i64(add, 1i64)
    var le: bool
    le <- le_i64(0i64, div)
    var lt_2: bool
    lt_2 <- lt_i64(div, n)
    var logand: bool
    logand <- logand_bool(le, lt_2)
    assert logand ("Index [",
      div,
      "] out of bounds for array of shape ",
      "[",
      n,
      "]",
      ".") at (main.fut:17:13-17)
    var elem: i32
    elem <- xs_mem[div]
    var lt_3: bool
    lt_3 <- lt_i32(elem, k)
    var branch: i64
    var branch_2: i64
    var add_2: i64
    add_2 <- add_i64(div, 1i64)
    branch <- select(lt_3, add_2, acc)
    branch_2 <- select(lt_3, acc_2, div)
    var lt_4: bool
    lt_4 <- lt_i64(branch, branch_2)
    acc <- branch
    acc_2 <- branch_2
    continue <- lt_4
  done
  var acc_3: i64
  acc_3 <- acc
return (acc_3)

-- after branch-on-loads (Lanes)
entry main (xs_mem: [n]i32, k: i32) do
  var lt: bool
  lt <- lt_i64(0i64, n)
  var acc: i64
  acc <- 0i64
  var acc_2: i64
  acc_2 <- n
  var continue: bool
  continue <- lt
  while continue do
    var add: i64
    add <- add_i64(acc, acc_2)
    var div: i64
    div <- shr_i64(add, 1i64)
    var le: bool
    le <- le_i64(0i64, div)
    var lt_2: bool
    lt_2 <- lt_i64(div, n)
    var logand: bool
    logand <- logand_bool(le, lt_2)
    assert logand ("Index [",
      div,
      "] out of bounds for array of shape ",
      "[",
      n,
      "]",
      ".") at (main.fut:17:13-17)
    var elem: i32
    elem <- xs_mem[div]
    var lt_3: bool
    lt_3 <- lt_i32(elem, k)
    var branch: i64
    var branch_2: i64
    var add_2: i64
    add_2 <- add_i64(div, 1i64)
    if lt_3 then
      branch <- add_2
      branch_2 <- acc_2
    else
      branch <- acc
      branch_2 <- div
    fi
    var lt_4: bool
    lt_4 <- lt_i64(branch, branch_2)
    acc <- branch
    acc_2 <- branch_2
    continue <- lt_4
  done
  var acc_3: i64
  acc_3 <- acc
return (acc_3)
