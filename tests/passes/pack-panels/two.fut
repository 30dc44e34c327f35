-- Panels of two arrays: one from the second column on, and one whose rows are read backwards.
entry main [n] [m] (a: [n][m]i64) (b: [m][m]i64) (c: [m][m]i64) : [n][]i64 =
  map (\r -> tabulate (m - 1) (\j -> loop s = 0 for k < m do s + r[k] * b[k, j + 1] + c[m - 1 - k, j])) a
-- ---
-- before pack-panels (Imp)
entry main (a_mem: [n][m]i64, b_mem: [= m][= m]i64, c_mem: [= m][= m]i64) do
  var sub: i64
  sub <- sub_i64(m, 1i64)
  var t: bool
  t <- le_i64(0i64, sub)
  var t_2: bool
  t_2 <- le_i64(n, 0i64)
  var t_3: bool
  t_3 <- logor_bool(t_2, t)
  assert t_3 ("Range 0..1..<", sub, " is invalid.") at (main.fut:3:14-102, /prelude/array.fut:117:57-62)
  var t_4: bool
  t_4 <- le_i64(m, 0i64)
  var t_5: bool
  t_5 <- le_i64(1i64, sub)
  var t_6: bool
  t_6 <- logor_bool(t_4, t_5)
  var t_7: bool
  t_7 <- le_i64(sub, 0i64)
  var t_8: bool
  t_8 <- logor_bool(t_7, t_6)
  var held: bool
  var k: i64
  var t_9: i64
  if t_8 then
    held <- true
    k <- 0i64
    t_9 <- 0i64
  else
    var at: i64
    at <- -1i64
    var good: bool
    good <- true
    while good do
      var t_10: i64
      t_10 <- add_i64(at, 1i64)
      var t_11: i64
      t_11 <- add_i64(t_10, 1i64)
      var t_12: bool
      t_12 <- le_i64(0i64, t_11)
      var t_13: bool
      t_13 <- lt_i64(t_11, m)
      var t_14: bool
      t_14 <- logand_bool(t_12, t_13)
      var held_2: bool
      if t_14 then
        held_2 <- true
      else
        var at_2: i64
        at_2 <- -1i64
        var good_2: bool
        good_2 <- true
        while good_2 do
          var t_15: i64
          t_15 <- add_i64(at_2, 1i64)
          at_2 <- t_15
          good_2 <- false
        done
        var at_3: i64
        at_3 <- at_2
        var t_16: bool
        t_16 <- le_i64(m, at_3)
        held_2 <- t_16
      fi
      var t_17: bool
      t_17 <- lt_i64(t_10, sub)
      var t_18: bool
      t_18 <- logand_bool(t_17, held_2)
      at <- t_10
      good <- t_18
    done
    var at_4: i64
    at_4 <- at
    var t_19: bool
    t_19 <- le_i64(sub, at_4)
    var t_20: i64
    t_20 <- add_i64(at_4, 1i64)
    var t_21: bool
    t_21 <- le_i64(0i64, t_20)
    var t_22: bool
    t_22 <- lt_i64(t_20, m)
    var t_23: bool
    t_23 <- logand_bool(t_21, t_22)
    var k_2: i64
    if t_23 then
      k_2 <- 0i64
    else
      var at_5: i64
      at_5 <- -1i64
      var good_3: bool
      good_3 <- true
      while good_3 do
        var t_24: i64
        t_24 <- add_i64(at_5, 1i64)
        at_5 <- t_24
        good_3 <- false
      done
      var at_6: i64
      at_6 <- at_5
      k_2 <- at_6
    fi
    held <- t_19
    k <- k_2
    t_9 <- t_20
  fi
  var t_25: bool
  t_25 <- logor_bool(t_2, held)
  assert t_25 ("Index [",
    k,
    ", ",
    t_9,
    "] out of bounds for array of shape ",
    "[",
    m,
    "]",
    "[",
    m,
    "]",
    ".") at (main.fut:3:73-83, main.fut:3:14-102, main.fut:3:3-105)
  var map_mem: mem i64
  map_mem <- alloc i64 mul_i64(n, sub)
  kernel (gid < n, gid_2 < sub) do
    var x: i64
    x <- gid_2
    var t_26: i64
    t_26 <- add_i64(x, 1i64)
    var acc: i64
    acc <- 0i64
    for k_3 < m do
      var elem: i64
      elem <- a_mem[add_i64(mul_i64(gid, m), k_3)]
      var elem_2: i64
      elem_2 <- b_mem[add_i64(mul_i64(k_3, m), t_26)]
      var mul: i64
      mul <- mul_i64(elem, elem_2)
      var add: i64
      add <- add_i64(acc, mul)
      var sub_2: i64
      sub_2 <- sub_i64(sub, k_3)
      var elem_3: i64
      elem_3 <- c_mem[add_i64(mul_i64(sub_2, m), x)]
      var add_2: i64
      add_2 <- add_i64(add, elem_3)
      acc <- add_2
    done
    var acc_2: i64
    acc_2 <- acc
    map_mem[add_i64(mul_i64(gid, sub), gid_2)] <- acc_2
  done
return ([n][sub]i64 @map_mem)

-- after pack-panels (Imp)
entry main (a_mem: [n][m]i64, b_mem: [= m][= m]i64, c_mem: [= m][= m]i64) do
  var sub: i64
  sub <- sub_i64(m, 1i64)
  var t: bool
  t <- le_i64(0i64, sub)
  var t_2: bool
  t_2 <- le_i64(n, 0i64)
  var t_3: bool
  t_3 <- logor_bool(t_2, t)
  assert t_3 ("Range 0..1..<", sub, " is invalid.") at (main.fut:3:14-102, /prelude/array.fut:117:57-62)
  var t_4: bool
  t_4 <- le_i64(m, 0i64)
  var t_5: bool
  t_5 <- le_i64(1i64, sub)
  var t_6: bool
  t_6 <- logor_bool(t_4, t_5)
  var t_7: bool
  t_7 <- le_i64(sub, 0i64)
  var t_8: bool
  t_8 <- logor_bool(t_7, t_6)
  var held: bool
  var k: i64
  var t_9: i64
  if t_8 then
    held <- true
    k <- 0i64
    t_9 <- 0i64
  else
    var at: i64
    at <- -1i64
    var good: bool
    good <- true
    while good do
      var t_10: i64
      t_10 <- add_i64(at, 1i64)
      var t_11: i64
      t_11 <- add_i64(t_10, 1i64)
      var t_12: bool
      t_12 <- le_i64(0i64, t_11)
      var t_13: bool
      t_13 <- lt_i64(t_11, m)
      var t_14: bool
      t_14 <- logand_bool(t_12, t_13)
      var held_2: bool
      if t_14 then
        held_2 <- true
      else
        var at_2: i64
        at_2 <- -1i64
        var good_2: bool
        good_2 <- true
        while good_2 do
          var t_15: i64
          t_15 <- add_i64(at_2, 1i64)
          at_2 <- t_15
          good_2 <- false
        done
        var at_3: i64
        at_3 <- at_2
        var t_16: bool
        t_16 <- le_i64(m, at_3)
        held_2 <- t_16
      fi
      var t_17: bool
      t_17 <- lt_i64(t_10, sub)
      var t_18: bool
      t_18 <- logand_bool(t_17, held_2)
      at <- t_10
      good <- t_18
    done
    var at_4: i64
    at_4 <- at
    var t_19: bool
    t_19 <- le_i64(sub, at_4)
    var t_20: i64
    t_20 <- add_i64(at_4, 1i64)
    var t_21: bool
    t_21 <- le_i64(0i64, t_20)
    var t_22: bool
    t_22 <- lt_i64(t_20, m)
    var t_23: bool
    t_23 <- logand_bool(t_21, t_22)
    var k_2: i64
    if t_23 then
      k_2 <- 0i64
    else
      var at_5: i64
      at_5 <- -1i64
      var good_3: bool
      good_3 <- true
      while good_3 do
        var t_24: i64
        t_24 <- add_i64(at_5, 1i64)
        at_5 <- t_24
        good_3 <- false
      done
      var at_6: i64
      at_6 <- at_5
      k_2 <- at_6
    fi
    held <- t_19
    k <- k_2
    t_9 <- t_20
  fi
  var t_25: bool
  t_25 <- logor_bool(t_2, held)
  assert t_25 ("Index [",
    k,
    ", ",
    t_9,
    "] out of bounds for array of shape ",
    "[",
    m,
    "]",
    "[",
    m,
    "]",
    ".") at (main.fut:3:73-83, main.fut:3:14-102, main.fut:3:3-105)
  var map_mem: mem i64
  map_mem <- alloc i64 mul_i64(n, sub)
  var packs: bool
  packs <- logand_bool(le_i64(16i64, n), le_i64(8192i64, mul_i64(m, sub)))
  var step: i64
  step <- add_i64(0i64, m)
  var step_2: i64
  step_2 <- select(packs, 64i64, step)
  var b_mem_2: mem i64
  if packs then
    b_mem_2 <- alloc i64 mul_i64(mul_i64(quot_i64(add_i64(sub, 63i64), 64i64), m), 64i64)
    kernel (tile < quot_i64(add_i64(sub, 63i64), 64i64), k_3 < m) do
      kernel (column < min_i64(64i64, sub_i64(sub, mul_i64(tile, 64i64)))) do
        var element: i64
        element <- b_mem[add_i64(add_i64(add_i64(mul_i64(tile, 64i64), column), 1i64), mul_i64(k_3, step))]
        b_mem_2[add_i64(mul_i64(add_i64(mul_i64(tile, m), k_3), 64i64), column)] <- element
      done
    done
  else
    b_mem_2 <- b_mem
  fi
  kernel (tile_2 < quot_i64(add_i64(sub, 63i64), 64i64), gid < n) do
    var first: i64
    first <- select(packs, mul_i64(mul_i64(tile_2, 64i64), m), add_i64(mul_i64(tile_2, 64i64), 1i64))
    kernel (column_2 < min_i64(64i64, sub_i64(sub, mul_i64(tile_2, 64i64)))) do
      var gid_2: i64
      gid_2 <- add_i64(mul_i64(tile_2, 64i64), column_2)
      var x: i64
      x <- gid_2
      var t_26: i64
      t_26 <- add_i64(x, 1i64)
      var acc: i64
      acc <- 0i64
      for k_4 < m do
        var elem: i64
        elem <- a_mem[add_i64(mul_i64(gid, m), k_4)]
        var elem_2: i64
        elem_2 <- b_mem_2[add_i64(add_i64(first, column_2), mul_i64(k_4, step_2))]
        var mul: i64
        mul <- mul_i64(elem, elem_2)
        var add: i64
        add <- add_i64(acc, mul)
        var sub_2: i64
        sub_2 <- sub_i64(sub, k_4)
        var elem_3: i64
        elem_3 <- c_mem[add_i64(mul_i64(sub_2, m), x)]
        var add_2: i64
        add_2 <- add_i64(add, elem_3)
        acc <- add_2
      done
      var acc_2: i64
      acc_2 <- acc
      map_mem[add_i64(mul_i64(gid, sub), gid_2)] <- acc_2
    done
  done
  free b_mem_2
return ([n][sub]i64 @map_mem)
