-- Searches in lanes: they take about as many rounds each, so hardly any lane waits for another one.
entry main [n][m] (bounds: [m]f64) (xs: [n]f64) : [m]i32 =
  let search x = (loop (low, high) = (0, m) while low + 1 < high do
                    let middle = (low + high) / 2
                    in if #[unsafe] bounds[middle] <= x then (middle, high) else (low, middle)).0
  in hist (+) 0 m (map search xs) (replicate n 1)
-- ---
-- before vectorise (Imp)
entry main (bounds_mem: [m]f64, xs_mem: [n]f64) do
  var lt: bool
  lt <- lt_i64(1i64, m)
  var replicate_mem: mem i32
  replicate_mem <- alloc i32 m
  kernel (i < m) do
    replicate_mem[i] <- 0i32
  done
  hist gid < n bins m in (replicate_mem + 0i64) do
    var x: f64
    x <- xs_mem[gid]
    var acc: i64
    acc <- 0i64
    var acc_2: i64
    acc_2 <- m
    var continue: bool
    continue <- lt
    while continue do
      var add: i64
      add <- add_i64(acc, acc_2)
      var div: i64
      div <- div_i64(add, 2i64)
      var le: bool
      le <- le_i64(0i64, div)
      var lt_2: bool
      lt_2 <- lt_i64(div, m)
      var logand: bool
      logand <- logand_bool(le, lt_2)
      assert logand ("Index [",
        div,
        "] out of bounds for array of shape ",
        "[",
        m,
        "]",
        ".") at (main.fut:5:37-50, main.fut:6:20-32)
      var elem: f64
      elem <- bounds_mem[div]
      var le_2: bool
      le_2 <- le_f64(elem, x)
      var branch: i64
      var branch_2: i64
      branch <- select(le_2, div, acc)
      branch_2 <- select(le_2, acc_2, div)
      var add_2: i64
      add_2 <- add_i64(branch, 1i64)
      var lt_3: bool
      lt_3 <- lt_i64(add_2, branch_2)
      acc <- branch
      acc_2 <- branch_2
      continue <- lt_3
    done
    var acc_3: i64
    acc_3 <- acc
    combine (1i32) into acc_3
  by op (x_2: i32, x_3: i32)
    var add_3: i32
    add_3 <- add_i32(x_2, x_3)
  give (add_3)
return ([m]i32 @replicate_mem)

-- after vectorise (Lanes)
entry main (bounds_mem: [m]f64, xs_mem: [n]f64) do
  var lt: bool
  lt <- lt_i64(1i64, m)
  var replicate_mem: mem i32
  replicate_mem <- alloc i32 m
  lanes 16 (i) do
    replicate_mem[i..] <- splat_i32(0i32)
  of kernel (i_2 < m) do
    replicate_mem[i_2] <- 0i32
  done
  lanes 16 (gid) do
    var x: vec f64
    x <- xs_mem[gid..]
    var acc: vec i64
    acc <- splat_i64(0i64)
    var acc_2: vec i64
    acc_2 <- splat_i64(m)
    var continue: vec bool
    continue <- splat_bool(lt)
    var running: vec bool
    running <- continue
    while any(running) do
      var add: vec i64
      add <- add_i64(acc, acc_2)
      var div: vec i64
      div <- div_i64(add, splat_i64(2i64))
      var le: vec bool
      le <- le_i64(splat_i64(0i64), div)
      var lt_2: vec bool
      lt_2 <- lt_i64(div, splat_i64(m))
      var logand: vec bool
      logand <- logand_bool(le, lt_2)
      leave if any(logand_bool(running, not_bool(logand)))
      var elem: vec f64
      elem <- bounds_mem[each div] where running
      var le_2: vec bool
      le_2 <- le_f64(elem, x)
      var branch: vec i64
      var branch_2: vec i64
      branch <- select(le_2, div, acc)
      branch_2 <- select(le_2, acc_2, div)
      var add_2: vec i64
      add_2 <- add_i64(branch, splat_i64(1i64))
      var lt_3: vec bool
      lt_3 <- lt_i64(add_2, branch_2)
      acc <- select(running, branch, acc)
      acc_2 <- select(running, branch_2, acc_2)
      continue <- select(running, lt_3, continue)
      running <- logand_bool(running, continue)
    done
    var acc_3: vec i64
    acc_3 <- acc
  give (acc_3, splat_i32(1i32))
  of hist gid_2 < n bins m in (replicate_mem + 0i64) do
    var x_2: f64
    x_2 <- xs_mem[gid_2]
    var acc_4: i64
    acc_4 <- 0i64
    var acc_5: i64
    acc_5 <- m
    var continue_2: bool
    continue_2 <- lt
    while continue_2 do
      var add_3: i64
      add_3 <- add_i64(acc_4, acc_5)
      var div_2: i64
      div_2 <- div_i64(add_3, 2i64)
      var le_3: bool
      le_3 <- le_i64(0i64, div_2)
      var lt_4: bool
      lt_4 <- lt_i64(div_2, m)
      var logand_2: bool
      logand_2 <- logand_bool(le_3, lt_4)
      assert logand_2 ("Index [",
        div_2,
        "] out of bounds for array of shape ",
        "[",
        m,
        "]",
        ".") at (main.fut:5:37-50, main.fut:6:20-32)
      var elem_2: f64
      elem_2 <- bounds_mem[div_2]
      var le_4: bool
      le_4 <- le_f64(elem_2, x_2)
      var branch_3: i64
      var branch_4: i64
      branch_3 <- select(le_4, div_2, acc_4)
      branch_4 <- select(le_4, acc_5, div_2)
      var add_4: i64
      add_4 <- add_i64(branch_3, 1i64)
      var lt_5: bool
      lt_5 <- lt_i64(add_4, branch_4)
      acc_4 <- branch_3
      acc_5 <- branch_4
      continue_2 <- lt_5
    done
    var acc_6: i64
    acc_6 <- acc_4
    combine (1i32) into acc_6
  by op (x_3: i32, x_4: i32)
    var add_5: i32
    add_5 <- add_i32(x_3, x_4)
  give (add_5)
return ([m]i32 @replicate_mem)
