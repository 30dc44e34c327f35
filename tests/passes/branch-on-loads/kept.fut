-- show: all
-- A loop reads on whatever it has chosen, and the choice between indices that no element decides is no wait either.
entry largest [n] (xs: [n]i32) : (i32, i64) =
  loop (best, at) = (i32.lowest, -1) for i < n do if xs[i] > best then (xs[i], i) else (best, at)

entry clamped [n] (xs: [n]i32) : i32 =
  (loop (i, s) = (0, 0) while s < 100 do let j = if i < n - 1 then i + 1 else 0 in (j, s + xs[j])).1
-- ---
-- before branch-on-loads (Lanes)
entry largest (xs_mem: [n]i32) do
  var acc: i32
  acc <- -2147483648i32
  var acc_2: i64
  acc_2 <- -1i64
  for i < n do
    var elem: i32
    elem <- xs_mem[i]
    var gt: bool
    gt <- lt_i32(acc, elem)
    var branch: i32
    var branch_2: i64
    branch <- select(gt, elem, acc)
    branch_2 <- select(gt, i, acc_2)
    acc <- branch
    acc_2 <- branch_2
  done
  var acc_3: i32
  acc_3 <- acc
  var acc_4: i64
  acc_4 <- acc_2
return (acc_3, acc_4)

entry clamped (xs_mem_2: [n_2]i32) do
  var sub: i64
  sub <- sub_i64(n_2, 1i64)
  var acc_5: i64
  acc_5 <- 0i64
  var acc_6: i32
  acc_6 <- 0i32
  var continue: bool
  continue <- true
  while continue do
    var lt: bool
    lt <- lt_i64(acc_5, sub)
    var branch_3: i64
    var add: i64
    add <- add_i64(acc_5, 1i64)
    branch_3 <- select(lt, add, 0i64)
    var le: bool
    le <- le_i64(0i64, branch_3)
    var lt_2: bool
    lt_2 <- lt_i64(branch_3, n_2)
    var logand: bool
    logand <- logand_bool(le, lt_2)
    assert logand ("Index [",
      branch_3,
      "] out of bounds for array of shape ",
      "[",
      n_2,
      "]",
      ".") at (main.fut:7:92-96)
    var elem_2: i32
    elem_2 <- xs_mem_2[branch_3]
    var add_2: i32
    add_2 <- add_i32(acc_6, elem_2)
    var lt_3: bool
    lt_3 <- lt_i32(add_2, 100i32)
    acc_5 <- branch_3
    acc_6 <- add_2
    continue <- lt_3
  done
  var acc_7: i32
  acc_7 <- acc_6
return (acc_7)

-- after branch-on-loads (Lanes)
the same
