-- A search in a tree, in the threads of a kernel: the choice of the next node is a branch, that of the result is not.
entry main [n] [m] (lefts: [n]i64) (rights: [n]i64) (keys: [n]i32) (wanted: [m]i32) : [m]i64 =
  map (\k ->
         (loop (at, seen) = (0i64, 0i64)
          while at >= 0 && at < n do
            let key = keys[at]
            let next = if k < key then lefts[at] else rights[at]
            in (if k == key then -1 else next, if k == key then at else seen)).1)
      wanted
-- ---
-- before branch-on-loads (Lanes)
entry main (lefts_mem: [n]i64,
  rights_mem: [= n]i64,
  keys_mem: [= n]i32,
  wanted_mem: [m]i32) do
  var branch: bool
  branch <- lt_i64(0i64, n)
  var map_mem: mem i64
  map_mem <- alloc i64 m
  kernel (gid < m) do
    var x: i32
    x <- wanted_mem[gid]
    var acc: i64
    acc <- 0i64
    var acc_2: i64
    acc_2 <- 0i64
    var continue: bool
    continue <- branch
    while continue do
      var le: bool
      le <- le_i64(0i64, acc)
      var lt: bool
      lt <- lt_i64(acc, n)
      var logand: bool
      logand <- logand_bool(le, lt)
      assert logand ("Index [",
        acc,
        "] out of bounds for array of shape ",
        "[",
        n,
        "]",
        ".") at (main.fut:6:23-30, main.fut:3:3-9:12)
      var elem: i32
      elem <- keys_mem[acc]
      var lt_2: bool
      lt_2 <- lt_i32(x, elem)
      var branch_2: i64
      if lt_2 then
        var elem_2: i64
        elem_2 <- lefts_mem[acc]
        branch_2 <- elem_2
      else
        var elem_3: i64
        elem_3 <- rights_mem[acc]
        branch_2 <- elem_3
      fi
      var eq: bool
      eq <- eq_i32(x, elem)
      var branch_3: i64
      branch_3 <- select(eq, -1i64, branch_2)
      var branch_4: i64
      branch_4 <- select(eq, acc, acc_2)
      var ge: bool
      ge <- le_i64(0i64, branch_3)
      var t: bool
      t <- lt_i64(branch_3, n)
      var branch_5: bool
      branch_5 <- logand_bool(ge, t)
      acc <- branch_3
      acc_2 <- branch_4
      continue <- branch_5
    done
    var acc_3: i64
    acc_3 <- acc_2
    map_mem[gid] <- acc_3
  done
return ([m]i64 @map_mem)

-- after branch-on-loads (Lanes)
entry main (lefts_mem: [n]i64,
  rights_mem: [= n]i64,
  keys_mem: [= n]i32,
  wanted_mem: [m]i32) do
  var branch: bool
  branch <- lt_i64(0i64, n)
  var map_mem: mem i64
  map_mem <- alloc i64 m
  kernel (gid < m) do
    var x: i32
    x <- wanted_mem[gid]
    var acc: i64
    acc <- 0i64
    var acc_2: i64
    acc_2 <- 0i64
    var continue: bool
    continue <- branch
    while continue do
      var le: bool
      le <- le_i64(0i64, acc)
      var lt: bool
      lt <- lt_i64(acc, n)
      var logand: bool
      logand <- logand_bool(le, lt)
      assert logand ("Index [",
        acc,
        "] out of bounds for array of shape ",
        "[",
        n,
        "]",
        ".") at (main.fut:6:23-30, main.fut:3:3-9:12)
      var elem: i32
      elem <- keys_mem[acc]
      var lt_2: bool
      lt_2 <- lt_i32(x, elem)
      var branch_2: i64
      if lt_2 then
        var elem_2: i64
        elem_2 <- lefts_mem[acc]
        branch_2 <- elem_2
      else
        var elem_3: i64
        elem_3 <- rights_mem[acc]
        branch_2 <- elem_3
      fi
      var eq: bool
      eq <- eq_i32(x, elem)
      var branch_3: i64
      if eq then
        branch_3 <- -1i64
      else
        branch_3 <- branch_2
      fi
      var branch_4: i64
      branch_4 <- select(eq, acc, acc_2)
      var ge: bool
      ge <- le_i64(0i64, branch_3)
      var t: bool
      t <- lt_i64(branch_3, n)
      var branch_5: bool
      branch_5 <- logand_bool(ge, t)
      acc <- branch_3
      acc_2 <- branch_4
      continue <- branch_5
    done
    var acc_3: i64
    acc_3 <- acc_2
    map_mem[gid] <- acc_3
  done
return ([m]i64 @map_mem)
