-- A loop that ends by a value is a guess, as is one whose length is read from memory. A triangle counts half. The bound
-- of a loop that the kernel computes first is computed for the tasks; one that may fail is not.
entry main [a] [b] (xs: [a]i64) (ys: [b]i64) (n: i64) (m: i64) (l: i64) (k: i64)
  : ([a]i64, [b]i64, [n]i64, [m]i64, [l]i64) =
  let until_value = map (\x -> loop y = x while y > 10 do y ^ 2) xs
  let from_memory = map (\x -> loop y = 1 for _j < x do y * 3) ys
  let triangle = map (\i -> loop y = i for j < i do y * j) (iota n)
  let computed = map (\i -> loop y = i for j < m * k + 1 do y * j) (iota m)
  let may_fail = map (\i -> if k == 0 then i else loop y = i for j < l / k do y * j) (iota l)
  in (until_value, from_memory, triangle, computed, may_fail)
-- ---
-- before parallelise (Lanes)
entry main (xs_mem: [a]i64, ys_mem: [b]i64, n: i64, m: i64, l: i64, k: i64) do
  var map_mem: mem i64
  map_mem <- alloc i64 a
  lanes 32 (gid) do
    var x: vec i64
    x <- xs_mem[gid..]
    var gt: vec bool
    gt <- lt_i64(splat_i64(10i64), x)
    var acc: vec i64
    acc <- x
    var continue: vec bool
    continue <- gt
    var running: vec bool
    running <- continue
    while any(running) do
      var xor: vec i64
      xor <- xor_i64(acc, splat_i64(2i64))
      var gt_2: vec bool
      gt_2 <- lt_i64(splat_i64(10i64), xor)
      acc <- select(running, xor, acc)
      continue <- select(running, gt_2, continue)
      running <- logand_bool(running, continue)
    done
    var acc_2: vec i64
    acc_2 <- acc
    map_mem[gid..] <- acc_2
  of lanes 16 (gid_2) do
    var x_2: vec i64
    x_2 <- xs_mem[gid_2..]
    var gt_3: vec bool
    gt_3 <- lt_i64(splat_i64(10i64), x_2)
    var acc_3: vec i64
    acc_3 <- x_2
    var continue_2: vec bool
    continue_2 <- gt_3
    var running_2: vec bool
    running_2 <- continue_2
    while any(running_2) do
      var xor_2: vec i64
      xor_2 <- xor_i64(acc_3, splat_i64(2i64))
      var gt_4: vec bool
      gt_4 <- lt_i64(splat_i64(10i64), xor_2)
      acc_3 <- select(running_2, xor_2, acc_3)
      continue_2 <- select(running_2, gt_4, continue_2)
      running_2 <- logand_bool(running_2, continue_2)
    done
    var acc_4: vec i64
    acc_4 <- acc_3
    map_mem[gid_2..] <- acc_4
  of kernel (gid_3 < a) do
    var x_3: i64
    x_3 <- xs_mem[gid_3]
    var gt_5: bool
    gt_5 <- lt_i64(10i64, x_3)
    var acc_5: i64
    acc_5 <- x_3
    var continue_3: bool
    continue_3 <- gt_5
    while continue_3 do
      var xor_3: i64
      xor_3 <- xor_i64(acc_5, 2i64)
      var gt_6: bool
      gt_6 <- lt_i64(10i64, xor_3)
      acc_5 <- xor_3
      continue_3 <- gt_6
    done
    var acc_6: i64
    acc_6 <- acc_5
    map_mem[gid_3] <- acc_6
  done
  var map_mem_2: mem i64
  map_mem_2 <- alloc i64 b
  lanes 32 (gid_4) do
    var x_4: vec i64
    x_4 <- ys_mem[gid_4..]
    var acc_7: vec i64
    acc_7 <- splat_i64(1i64)
    var bound: vec i64
    bound <- x_4
    var _j: i64
    _j <- 0i64
    var running_3: vec bool
    running_3 <- lt_i64(splat_i64(_j), bound)
    while any(running_3) do
      var mul: vec i64
      mul <- mul_i64(acc_7, splat_i64(3i64))
      acc_7 <- select(running_3, mul, acc_7)
      _j <- add_i64(_j, 1i64)
      running_3 <- logand_bool(running_3, lt_i64(splat_i64(_j), bound))
    done
    var acc_8: vec i64
    acc_8 <- acc_7
    map_mem_2[gid_4..] <- acc_8
  of lanes 16 (gid_5) do
    var x_5: vec i64
    x_5 <- ys_mem[gid_5..]
    var acc_9: vec i64
    acc_9 <- splat_i64(1i64)
    var bound_2: vec i64
    bound_2 <- x_5
    var _j_2: i64
    _j_2 <- 0i64
    var running_4: vec bool
    running_4 <- lt_i64(splat_i64(_j_2), bound_2)
    while any(running_4) do
      var mul_2: vec i64
      mul_2 <- mul_i64(acc_9, splat_i64(3i64))
      acc_9 <- select(running_4, mul_2, acc_9)
      _j_2 <- add_i64(_j_2, 1i64)
      running_4 <- logand_bool(running_4, lt_i64(splat_i64(_j_2), bound_2))
    done
    var acc_10: vec i64
    acc_10 <- acc_9
    map_mem_2[gid_5..] <- acc_10
  of kernel (gid_6 < b) do
    var x_6: i64
    x_6 <- ys_mem[gid_6]
    var acc_11: i64
    acc_11 <- 1i64
    for _j_3 < x_6 do
      var mul_3: i64
      mul_3 <- mul_i64(acc_11, 3i64)
      acc_11 <- mul_3
    done
    var acc_12: i64
    acc_12 <- acc_11
    map_mem_2[gid_6] <- acc_12
  done
  var le: bool
  le <- le_i64(0i64, n)
  assert le ("Range 0..1..<", n, " is invalid.") at (main.fut:7:61-66, main.fut:7:61-66)
  var map_mem_3: mem i64
  map_mem_3 <- alloc i64 n
  lanes 32 (gid_7) do
    var x_7: i64
    x_7 <- gid_7
    var acc_13: vec i64
    acc_13 <- steps_i64(x_7, 1i64)
    var bound_3: vec i64
    bound_3 <- steps_i64(x_7, 1i64)
    var j: i64
    j <- 0i64
    var running_5: vec bool
    running_5 <- lt_i64(splat_i64(j), bound_3)
    while any(running_5) do
      var mul_4: vec i64
      mul_4 <- mul_i64(acc_13, splat_i64(j))
      acc_13 <- select(running_5, mul_4, acc_13)
      j <- add_i64(j, 1i64)
      running_5 <- logand_bool(running_5, lt_i64(splat_i64(j), bound_3))
    done
    var acc_14: vec i64
    acc_14 <- acc_13
    map_mem_3[gid_7..] <- acc_14
  of lanes 16 (gid_8) do
    var x_8: i64
    x_8 <- gid_8
    var acc_15: vec i64
    acc_15 <- steps_i64(x_8, 1i64)
    var bound_4: vec i64
    bound_4 <- steps_i64(x_8, 1i64)
    var j_2: i64
    j_2 <- 0i64
    var running_6: vec bool
    running_6 <- lt_i64(splat_i64(j_2), bound_4)
    while any(running_6) do
      var mul_5: vec i64
      mul_5 <- mul_i64(acc_15, splat_i64(j_2))
      acc_15 <- select(running_6, mul_5, acc_15)
      j_2 <- add_i64(j_2, 1i64)
      running_6 <- logand_bool(running_6, lt_i64(splat_i64(j_2), bound_4))
    done
    var acc_16: vec i64
    acc_16 <- acc_15
    map_mem_3[gid_8..] <- acc_16
  of kernel (gid_9 < n) do
    var x_9: i64
    x_9 <- gid_9
    var acc_17: i64
    acc_17 <- x_9
    for j_3 < x_9 do
      var mul_6: i64
      mul_6 <- mul_i64(acc_17, j_3)
      acc_17 <- mul_6
    done
    var acc_18: i64
    acc_18 <- acc_17
    map_mem_3[gid_9] <- acc_18
  done
  var le_2: bool
  le_2 <- le_i64(0i64, m)
  assert le_2 ("Range 0..1..<", m, " is invalid.") at (main.fut:7:61-66, main.fut:8:69-74)
  var mul_7: i64
  mul_7 <- mul_i64(m, k)
  var add: i64
  add <- add_i64(mul_7, 1i64)
  var map_mem_4: mem i64
  map_mem_4 <- alloc i64 m
  lanes 32 (gid_10) do
    var x_10: i64
    x_10 <- gid_10
    var acc_19: i64
    var step: i64
    step <- 1i64
    acc_19 <- x_10
    for j_4 < add do
      var mul_8: i64
      var step_2: i64
      step_2 <- mul_i64(step, j_4)
      mul_8 <- mul_i64(acc_19, j_4)
      step <- step_2
      acc_19 <- mul_8
    done
    var acc_20: i64
    var step_3: i64
    step_3 <- step
    acc_20 <- acc_19
    map_mem_4[gid_10..] <- steps_i64(acc_20, step_3)
  of lanes 16 (gid_11) do
    var x_11: i64
    x_11 <- gid_11
    var acc_21: i64
    var step_4: i64
    step_4 <- 1i64
    acc_21 <- x_11
    for j_5 < add do
      var mul_9: i64
      var step_5: i64
      step_5 <- mul_i64(step_4, j_5)
      mul_9 <- mul_i64(acc_21, j_5)
      step_4 <- step_5
      acc_21 <- mul_9
    done
    var acc_22: i64
    var step_6: i64
    step_6 <- step_4
    acc_22 <- acc_21
    map_mem_4[gid_11..] <- steps_i64(acc_22, step_6)
  of kernel (gid_12 < m) do
    var x_12: i64
    x_12 <- gid_12
    var acc_23: i64
    acc_23 <- x_12
    for j_6 < add do
      var mul_10: i64
      mul_10 <- mul_i64(acc_23, j_6)
      acc_23 <- mul_10
    done
    var acc_24: i64
    acc_24 <- acc_23
    map_mem_4[gid_12] <- acc_24
  done
  var le_3: bool
  le_3 <- le_i64(0i64, l)
  assert le_3 ("Range 0..1..<", l, " is invalid.") at (main.fut:7:61-66, main.fut:9:87-92)
  var t: bool
  t <- eq_i64(k, 0i64)
  var t_2: bool
  t_2 <- ne_i64(k, 0i64)
  var t_3: bool
  t_3 <- logor_bool(t, t_2)
  var t_4: bool
  t_4 <- le_i64(l, 0i64)
  var t_5: bool
  t_5 <- logor_bool(t_4, t_3)
  assert t_5 ("division by zero") at (main.fut:9:70-74, main.fut:9:18-93)
  var map_mem_5: mem i64
  map_mem_5 <- alloc i64 l
  lanes 32 (gid_13) do
    var x_13: i64
    x_13 <- gid_13
    var branch: i64
    var step_7: i64
    if t then
      step_7 <- 1i64
      branch <- x_13
    else
      var div: i64
      div <- div_i64(l, k)
      var acc_25: i64
      var step_8: i64
      step_8 <- 1i64
      acc_25 <- x_13
      for j_7 < div do
        var mul_11: i64
        var step_9: i64
        step_9 <- mul_i64(step_8, j_7)
        mul_11 <- mul_i64(acc_25, j_7)
        step_8 <- step_9
        acc_25 <- mul_11
      done
      var acc_26: i64
      var step_10: i64
      step_10 <- step_8
      acc_26 <- acc_25
      step_7 <- step_10
      branch <- acc_26
    fi
    map_mem_5[gid_13..] <- steps_i64(branch, step_7)
  of lanes 16 (gid_14) do
    var x_14: i64
    x_14 <- gid_14
    var branch_2: i64
    var step_11: i64
    if t then
      step_11 <- 1i64
      branch_2 <- x_14
    else
      var div_2: i64
      div_2 <- div_i64(l, k)
      var acc_27: i64
      var step_12: i64
      step_12 <- 1i64
      acc_27 <- x_14
      for j_8 < div_2 do
        var mul_12: i64
        var step_13: i64
        step_13 <- mul_i64(step_12, j_8)
        mul_12 <- mul_i64(acc_27, j_8)
        step_12 <- step_13
        acc_27 <- mul_12
      done
      var acc_28: i64
      var step_14: i64
      step_14 <- step_12
      acc_28 <- acc_27
      step_11 <- step_14
      branch_2 <- acc_28
    fi
    map_mem_5[gid_14..] <- steps_i64(branch_2, step_11)
  of kernel (gid_15 < l) do
    var x_15: i64
    x_15 <- gid_15
    var branch_3: i64
    if t then
      branch_3 <- x_15
    else
      var div_3: i64
      div_3 <- div_i64(l, k)
      var acc_29: i64
      acc_29 <- x_15
      for j_9 < div_3 do
        var mul_13: i64
        mul_13 <- mul_i64(acc_29, j_9)
        acc_29 <- mul_13
      done
      var acc_30: i64
      acc_30 <- acc_29
      branch_3 <- acc_30
    fi
    map_mem_5[gid_15] <- branch_3
  done
return ([a]i64 @map_mem,
  [b]i64 @map_mem_2,
  [n]i64 @map_mem_3,
  [m]i64 @map_mem_4,
  [l]i64 @map_mem_5)

-- after parallelise (Lanes)
entry main (xs_mem: [a]i64, ys_mem: [b]i64, n: i64, m: i64, l: i64, k: i64) do
  var map_mem: mem i64
  map_mem <- alloc i64 a
  tasks of about 3.625f64 cycles do
    lanes 32 (gid) do
      var x: vec i64
      x <- xs_mem[gid..]
      var gt: vec bool
      gt <- lt_i64(splat_i64(10i64), x)
      var acc: vec i64
      acc <- x
      var continue: vec bool
      continue <- gt
      var running: vec bool
      running <- continue
      while any(running) do
        var xor: vec i64
        xor <- xor_i64(acc, splat_i64(2i64))
        var gt_2: vec bool
        gt_2 <- lt_i64(splat_i64(10i64), xor)
        acc <- select(running, xor, acc)
        continue <- select(running, gt_2, continue)
        running <- logand_bool(running, continue)
      done
      var acc_2: vec i64
      acc_2 <- acc
      map_mem[gid..] <- acc_2
    of lanes 16 (gid_2) do
      var x_2: vec i64
      x_2 <- xs_mem[gid_2..]
      var gt_3: vec bool
      gt_3 <- lt_i64(splat_i64(10i64), x_2)
      var acc_3: vec i64
      acc_3 <- x_2
      var continue_2: vec bool
      continue_2 <- gt_3
      var running_2: vec bool
      running_2 <- continue_2
      while any(running_2) do
        var xor_2: vec i64
        xor_2 <- xor_i64(acc_3, splat_i64(2i64))
        var gt_4: vec bool
        gt_4 <- lt_i64(splat_i64(10i64), xor_2)
        acc_3 <- select(running_2, xor_2, acc_3)
        continue_2 <- select(running_2, gt_4, continue_2)
        running_2 <- logand_bool(running_2, continue_2)
      done
      var acc_4: vec i64
      acc_4 <- acc_3
      map_mem[gid_2..] <- acc_4
    of kernel (gid_3 < a) do
      var x_3: i64
      x_3 <- xs_mem[gid_3]
      var gt_5: bool
      gt_5 <- lt_i64(10i64, x_3)
      var acc_5: i64
      acc_5 <- x_3
      var continue_3: bool
      continue_3 <- gt_5
      while continue_3 do
        var xor_3: i64
        xor_3 <- xor_i64(acc_5, 2i64)
        var gt_6: bool
        gt_6 <- lt_i64(10i64, xor_3)
        acc_5 <- xor_3
        continue_3 <- gt_6
      done
      var acc_6: i64
      acc_6 <- acc_5
      map_mem[gid_3] <- acc_6
    done
  done
  var map_mem_2: mem i64
  map_mem_2 <- alloc i64 b
  tasks of about 3.625f64 cycles do
    lanes 32 (gid_4) do
      var x_4: vec i64
      x_4 <- ys_mem[gid_4..]
      var acc_7: vec i64
      acc_7 <- splat_i64(1i64)
      var bound: vec i64
      bound <- x_4
      var _j: i64
      _j <- 0i64
      var running_3: vec bool
      running_3 <- lt_i64(splat_i64(_j), bound)
      while any(running_3) do
        var mul: vec i64
        mul <- mul_i64(acc_7, splat_i64(3i64))
        acc_7 <- select(running_3, mul, acc_7)
        _j <- add_i64(_j, 1i64)
        running_3 <- logand_bool(running_3, lt_i64(splat_i64(_j), bound))
      done
      var acc_8: vec i64
      acc_8 <- acc_7
      map_mem_2[gid_4..] <- acc_8
    of lanes 16 (gid_5) do
      var x_5: vec i64
      x_5 <- ys_mem[gid_5..]
      var acc_9: vec i64
      acc_9 <- splat_i64(1i64)
      var bound_2: vec i64
      bound_2 <- x_5
      var _j_2: i64
      _j_2 <- 0i64
      var running_4: vec bool
      running_4 <- lt_i64(splat_i64(_j_2), bound_2)
      while any(running_4) do
        var mul_2: vec i64
        mul_2 <- mul_i64(acc_9, splat_i64(3i64))
        acc_9 <- select(running_4, mul_2, acc_9)
        _j_2 <- add_i64(_j_2, 1i64)
        running_4 <- logand_bool(running_4, lt_i64(splat_i64(_j_2), bound_2))
      done
      var acc_10: vec i64
      acc_10 <- acc_9
      map_mem_2[gid_5..] <- acc_10
    of kernel (gid_6 < b) do
      var x_6: i64
      x_6 <- ys_mem[gid_6]
      var acc_11: i64
      acc_11 <- 1i64
      for _j_3 < x_6 do
        var mul_3: i64
        mul_3 <- mul_i64(acc_11, 3i64)
        acc_11 <- mul_3
      done
      var acc_12: i64
      acc_12 <- acc_11
      map_mem_2[gid_6] <- acc_12
    done
  done
  var le: bool
  le <- le_i64(0i64, n)
  assert le ("Range 0..1..<", n, " is invalid.") at (main.fut:7:61-66, main.fut:7:61-66)
  var map_mem_3: mem i64
  map_mem_3 <- alloc i64 n
  tasks of about 3.59375f64 cycles do
    lanes 32 (gid_7) do
      var x_7: i64
      x_7 <- gid_7
      var acc_13: vec i64
      acc_13 <- steps_i64(x_7, 1i64)
      var bound_3: vec i64
      bound_3 <- steps_i64(x_7, 1i64)
      var j: i64
      j <- 0i64
      var running_5: vec bool
      running_5 <- lt_i64(splat_i64(j), bound_3)
      while any(running_5) do
        var mul_4: vec i64
        mul_4 <- mul_i64(acc_13, splat_i64(j))
        acc_13 <- select(running_5, mul_4, acc_13)
        j <- add_i64(j, 1i64)
        running_5 <- logand_bool(running_5, lt_i64(splat_i64(j), bound_3))
      done
      var acc_14: vec i64
      acc_14 <- acc_13
      map_mem_3[gid_7..] <- acc_14
    of lanes 16 (gid_8) do
      var x_8: i64
      x_8 <- gid_8
      var acc_15: vec i64
      acc_15 <- steps_i64(x_8, 1i64)
      var bound_4: vec i64
      bound_4 <- steps_i64(x_8, 1i64)
      var j_2: i64
      j_2 <- 0i64
      var running_6: vec bool
      running_6 <- lt_i64(splat_i64(j_2), bound_4)
      while any(running_6) do
        var mul_5: vec i64
        mul_5 <- mul_i64(acc_15, splat_i64(j_2))
        acc_15 <- select(running_6, mul_5, acc_15)
        j_2 <- add_i64(j_2, 1i64)
        running_6 <- logand_bool(running_6, lt_i64(splat_i64(j_2), bound_4))
      done
      var acc_16: vec i64
      acc_16 <- acc_15
      map_mem_3[gid_8..] <- acc_16
    of kernel (gid_9 < n) do
      var x_9: i64
      x_9 <- gid_9
      var acc_17: i64
      acc_17 <- x_9
      for j_3 < x_9 do
        var mul_6: i64
        mul_6 <- mul_i64(acc_17, j_3)
        acc_17 <- mul_6
      done
      var acc_18: i64
      acc_18 <- acc_17
      map_mem_3[gid_9] <- acc_18
    done
  done
  var le_2: bool
  le_2 <- le_i64(0i64, m)
  assert le_2 ("Range 0..1..<", m, " is invalid.") at (main.fut:7:61-66, main.fut:8:69-74)
  var mul_7: i64
  mul_7 <- mul_i64(m, k)
  var add: i64
  add <- add_i64(mul_7, 1i64)
  var map_mem_4: mem i64
  map_mem_4 <- alloc i64 m
  tasks of add_f64(mul_f64(3.125e-2f64, mul_f64(f64_of_i64(max_i64(add, 0i64)), 3.0f64)), 6.25e-2f64) cycles do
    lanes 32 (gid_10) do
      var x_10: i64
      x_10 <- gid_10
      var acc_19: i64
      var step: i64
      step <- 1i64
      acc_19 <- x_10
      for j_4 < add do
        var mul_8: i64
        var step_2: i64
        step_2 <- mul_i64(step, j_4)
        mul_8 <- mul_i64(acc_19, j_4)
        step <- step_2
        acc_19 <- mul_8
      done
      var acc_20: i64
      var step_3: i64
      step_3 <- step
      acc_20 <- acc_19
      map_mem_4[gid_10..] <- steps_i64(acc_20, step_3)
    of lanes 16 (gid_11) do
      var x_11: i64
      x_11 <- gid_11
      var acc_21: i64
      var step_4: i64
      step_4 <- 1i64
      acc_21 <- x_11
      for j_5 < add do
        var mul_9: i64
        var step_5: i64
        step_5 <- mul_i64(step_4, j_5)
        mul_9 <- mul_i64(acc_21, j_5)
        step_4 <- step_5
        acc_21 <- mul_9
      done
      var acc_22: i64
      var step_6: i64
      step_6 <- step_4
      acc_22 <- acc_21
      map_mem_4[gid_11..] <- steps_i64(acc_22, step_6)
    of kernel (gid_12 < m) do
      var x_12: i64
      x_12 <- gid_12
      var acc_23: i64
      acc_23 <- x_12
      for j_6 < add do
        var mul_10: i64
        mul_10 <- mul_i64(acc_23, j_6)
        acc_23 <- mul_10
      done
      var acc_24: i64
      acc_24 <- acc_23
      map_mem_4[gid_12] <- acc_24
    done
  done
  var le_3: bool
  le_3 <- le_i64(0i64, l)
  assert le_3 ("Range 0..1..<", l, " is invalid.") at (main.fut:7:61-66, main.fut:9:87-92)
  var t: bool
  t <- eq_i64(k, 0i64)
  var t_2: bool
  t_2 <- ne_i64(k, 0i64)
  var t_3: bool
  t_3 <- logor_bool(t, t_2)
  var t_4: bool
  t_4 <- le_i64(l, 0i64)
  var t_5: bool
  t_5 <- logor_bool(t_4, t_3)
  assert t_5 ("division by zero") at (main.fut:9:70-74, main.fut:9:18-93)
  var map_mem_5: mem i64
  map_mem_5 <- alloc i64 l
  tasks of about 1.84375f64 cycles do
    lanes 32 (gid_13) do
      var x_13: i64
      x_13 <- gid_13
      var branch: i64
      var step_7: i64
      if t then
        step_7 <- 1i64
        branch <- x_13
      else
        var div: i64
        div <- div_i64(l, k)
        var acc_25: i64
        var step_8: i64
        step_8 <- 1i64
        acc_25 <- x_13
        for j_7 < div do
          var mul_11: i64
          var step_9: i64
          step_9 <- mul_i64(step_8, j_7)
          mul_11 <- mul_i64(acc_25, j_7)
          step_8 <- step_9
          acc_25 <- mul_11
        done
        var acc_26: i64
        var step_10: i64
        step_10 <- step_8
        acc_26 <- acc_25
        step_7 <- step_10
        branch <- acc_26
      fi
      map_mem_5[gid_13..] <- steps_i64(branch, step_7)
    of lanes 16 (gid_14) do
      var x_14: i64
      x_14 <- gid_14
      var branch_2: i64
      var step_11: i64
      if t then
        step_11 <- 1i64
        branch_2 <- x_14
      else
        var div_2: i64
        div_2 <- div_i64(l, k)
        var acc_27: i64
        var step_12: i64
        step_12 <- 1i64
        acc_27 <- x_14
        for j_8 < div_2 do
          var mul_12: i64
          var step_13: i64
          step_13 <- mul_i64(step_12, j_8)
          mul_12 <- mul_i64(acc_27, j_8)
          step_12 <- step_13
          acc_27 <- mul_12
        done
        var acc_28: i64
        var step_14: i64
        step_14 <- step_12
        acc_28 <- acc_27
        step_11 <- step_14
        branch_2 <- acc_28
      fi
      map_mem_5[gid_14..] <- steps_i64(branch_2, step_11)
    of kernel (gid_15 < l) do
      var x_15: i64
      x_15 <- gid_15
      var branch_3: i64
      if t then
        branch_3 <- x_15
      else
        var div_3: i64
        div_3 <- div_i64(l, k)
        var acc_29: i64
        acc_29 <- x_15
        for j_9 < div_3 do
          var mul_13: i64
          mul_13 <- mul_i64(acc_29, j_9)
          acc_29 <- mul_13
        done
        var acc_30: i64
        acc_30 <- acc_29
        branch_3 <- acc_30
      fi
      map_mem_5[gid_15] <- branch_3
    done
  done
return ([a]i64 @map_mem,
  [b]i64 @map_mem_2,
  [n]i64 @map_mem_3,
  [m]i64 @map_mem_4,
  [l]i64 @map_mem_5)
