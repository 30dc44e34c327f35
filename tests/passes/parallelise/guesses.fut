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
  lanes 16 (gid) do
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
    var continue_2: vec bool
    continue_2 <- continue
    map_mem[gid..] <- acc_2
  of kernel (gid_2 < a) do
    var x_2: i64
    x_2 <- xs_mem[gid_2]
    var gt_3: bool
    gt_3 <- lt_i64(10i64, x_2)
    var acc_3: i64
    acc_3 <- x_2
    var continue_3: bool
    continue_3 <- gt_3
    while continue_3 do
      var xor_2: i64
      xor_2 <- xor_i64(acc_3, 2i64)
      var gt_4: bool
      gt_4 <- lt_i64(10i64, xor_2)
      acc_3 <- xor_2
      continue_3 <- gt_4
    done
    var acc_4: i64
    acc_4 <- acc_3
    var continue_4: bool
    continue_4 <- continue_3
    map_mem[gid_2] <- acc_4
  done
  var map_mem_2: mem i64
  map_mem_2 <- alloc i64 b
  lanes 16 (gid_3) do
    var x_3: vec i64
    x_3 <- ys_mem[gid_3..]
    var acc_5: vec i64
    acc_5 <- splat_i64(1i64)
    var bound: vec i64
    bound <- x_3
    var _j: i64
    _j <- 0i64
    var running_2: vec bool
    running_2 <- lt_i64(splat_i64(_j), bound)
    while any(running_2) do
      var _j_2: i64
      _j_2 <- _j
      var mul: vec i64
      mul <- mul_i64(acc_5, splat_i64(3i64))
      acc_5 <- select(running_2, mul, acc_5)
      _j <- add_i64(_j, 1i64)
      running_2 <- logand_bool(running_2, lt_i64(splat_i64(_j), bound))
    done
    var acc_6: vec i64
    acc_6 <- acc_5
    map_mem_2[gid_3..] <- acc_6
  of kernel (gid_4 < b) do
    var x_4: i64
    x_4 <- ys_mem[gid_4]
    var acc_7: i64
    acc_7 <- 1i64
    for _j_3 < x_4 do
      var mul_2: i64
      mul_2 <- mul_i64(acc_7, 3i64)
      acc_7 <- mul_2
    done
    var acc_8: i64
    acc_8 <- acc_7
    map_mem_2[gid_4] <- acc_8
  done
  var le: bool
  le <- le_i64(0i64, n)
  assert le ("Range 0..1..<", n, " is invalid.") at (main.fut:7:61-66, main.fut:7:61-66)
  var map_mem_3: mem i64
  map_mem_3 <- alloc i64 n
  lanes 16 (gid_5) do
    var x_5: i64
    x_5 <- gid_5
    var acc_9: vec i64
    acc_9 <- steps_i64(x_5, 1i64)
    var bound_2: vec i64
    bound_2 <- steps_i64(x_5, 1i64)
    var j: i64
    j <- 0i64
    var running_3: vec bool
    running_3 <- lt_i64(splat_i64(j), bound_2)
    while any(running_3) do
      var j_2: i64
      j_2 <- j
      var mul_3: vec i64
      mul_3 <- mul_i64(acc_9, splat_i64(j_2))
      acc_9 <- select(running_3, mul_3, acc_9)
      j <- add_i64(j, 1i64)
      running_3 <- logand_bool(running_3, lt_i64(splat_i64(j), bound_2))
    done
    var acc_10: vec i64
    acc_10 <- acc_9
    map_mem_3[gid_5..] <- acc_10
  of kernel (gid_6 < n) do
    var x_6: i64
    x_6 <- gid_6
    var acc_11: i64
    acc_11 <- x_6
    for j_3 < x_6 do
      var mul_4: i64
      mul_4 <- mul_i64(acc_11, j_3)
      acc_11 <- mul_4
    done
    var acc_12: i64
    acc_12 <- acc_11
    map_mem_3[gid_6] <- acc_12
  done
  var le_2: bool
  le_2 <- le_i64(0i64, m)
  assert le_2 ("Range 0..1..<", m, " is invalid.") at (main.fut:7:61-66, main.fut:8:69-74)
  var mul_5: i64
  mul_5 <- mul_i64(m, k)
  var add: i64
  add <- add_i64(mul_5, 1i64)
  var map_mem_4: mem i64
  map_mem_4 <- alloc i64 m
  lanes 16 (gid_7) do
    var x_7: i64
    x_7 <- gid_7
    var acc_13: i64
    var step: i64
    step <- 1i64
    acc_13 <- x_7
    for j_4 < add do
      var mul_6: i64
      var step_2: i64
      step_2 <- mul_i64(step, j_4)
      mul_6 <- mul_i64(acc_13, j_4)
      step <- step_2
      acc_13 <- mul_6
    done
    var acc_14: i64
    var step_3: i64
    step_3 <- step
    acc_14 <- acc_13
    map_mem_4[gid_7..] <- steps_i64(acc_14, step_3)
  of kernel (gid_8 < m) do
    var x_8: i64
    x_8 <- gid_8
    var acc_15: i64
    acc_15 <- x_8
    for j_5 < add do
      var mul_7: i64
      mul_7 <- mul_i64(acc_15, j_5)
      acc_15 <- mul_7
    done
    var acc_16: i64
    acc_16 <- acc_15
    map_mem_4[gid_8] <- acc_16
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
  lanes 16 (gid_9) do
    var x_9: i64
    x_9 <- gid_9
    var branch: i64
    var step_4: i64
    if t then
      step_4 <- 1i64
      branch <- x_9
    else
      var div: i64
      div <- div_i64(l, k)
      var acc_17: i64
      var step_5: i64
      step_5 <- 1i64
      acc_17 <- x_9
      for j_6 < div do
        var mul_8: i64
        var step_6: i64
        step_6 <- mul_i64(step_5, j_6)
        mul_8 <- mul_i64(acc_17, j_6)
        step_5 <- step_6
        acc_17 <- mul_8
      done
      var acc_18: i64
      var step_7: i64
      step_7 <- step_5
      acc_18 <- acc_17
      step_4 <- step_7
      branch <- acc_18
    fi
    map_mem_5[gid_9..] <- steps_i64(branch, step_4)
  of kernel (gid_10 < l) do
    var x_10: i64
    x_10 <- gid_10
    var branch_2: i64
    if t then
      branch_2 <- x_10
    else
      var div_2: i64
      div_2 <- div_i64(l, k)
      var acc_19: i64
      acc_19 <- x_10
      for j_7 < div_2 do
        var mul_9: i64
        mul_9 <- mul_i64(acc_19, j_7)
        acc_19 <- mul_9
      done
      var acc_20: i64
      acc_20 <- acc_19
      branch_2 <- acc_20
    fi
    map_mem_5[gid_10] <- branch_2
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
  tasks of about 7.25f64 cycles do
    lanes 16 (gid) do
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
      var continue_2: vec bool
      continue_2 <- continue
      map_mem[gid..] <- acc_2
    of kernel (gid_2 < a) do
      var x_2: i64
      x_2 <- xs_mem[gid_2]
      var gt_3: bool
      gt_3 <- lt_i64(10i64, x_2)
      var acc_3: i64
      acc_3 <- x_2
      var continue_3: bool
      continue_3 <- gt_3
      while continue_3 do
        var xor_2: i64
        xor_2 <- xor_i64(acc_3, 2i64)
        var gt_4: bool
        gt_4 <- lt_i64(10i64, xor_2)
        acc_3 <- xor_2
        continue_3 <- gt_4
      done
      var acc_4: i64
      acc_4 <- acc_3
      var continue_4: bool
      continue_4 <- continue_3
      map_mem[gid_2] <- acc_4
    done
  done
  var map_mem_2: mem i64
  map_mem_2 <- alloc i64 b
  tasks of about 7.25f64 cycles do
    lanes 16 (gid_3) do
      var x_3: vec i64
      x_3 <- ys_mem[gid_3..]
      var acc_5: vec i64
      acc_5 <- splat_i64(1i64)
      var bound: vec i64
      bound <- x_3
      var _j: i64
      _j <- 0i64
      var running_2: vec bool
      running_2 <- lt_i64(splat_i64(_j), bound)
      while any(running_2) do
        var _j_2: i64
        _j_2 <- _j
        var mul: vec i64
        mul <- mul_i64(acc_5, splat_i64(3i64))
        acc_5 <- select(running_2, mul, acc_5)
        _j <- add_i64(_j, 1i64)
        running_2 <- logand_bool(running_2, lt_i64(splat_i64(_j), bound))
      done
      var acc_6: vec i64
      acc_6 <- acc_5
      map_mem_2[gid_3..] <- acc_6
    of kernel (gid_4 < b) do
      var x_4: i64
      x_4 <- ys_mem[gid_4]
      var acc_7: i64
      acc_7 <- 1i64
      for _j_3 < x_4 do
        var mul_2: i64
        mul_2 <- mul_i64(acc_7, 3i64)
        acc_7 <- mul_2
      done
      var acc_8: i64
      acc_8 <- acc_7
      map_mem_2[gid_4] <- acc_8
    done
  done
  var le: bool
  le <- le_i64(0i64, n)
  assert le ("Range 0..1..<", n, " is invalid.") at (main.fut:7:61-66, main.fut:7:61-66)
  var map_mem_3: mem i64
  map_mem_3 <- alloc i64 n
  tasks of about 7.1875f64 cycles do
    lanes 16 (gid_5) do
      var x_5: i64
      x_5 <- gid_5
      var acc_9: vec i64
      acc_9 <- steps_i64(x_5, 1i64)
      var bound_2: vec i64
      bound_2 <- steps_i64(x_5, 1i64)
      var j: i64
      j <- 0i64
      var running_3: vec bool
      running_3 <- lt_i64(splat_i64(j), bound_2)
      while any(running_3) do
        var j_2: i64
        j_2 <- j
        var mul_3: vec i64
        mul_3 <- mul_i64(acc_9, splat_i64(j_2))
        acc_9 <- select(running_3, mul_3, acc_9)
        j <- add_i64(j, 1i64)
        running_3 <- logand_bool(running_3, lt_i64(splat_i64(j), bound_2))
      done
      var acc_10: vec i64
      acc_10 <- acc_9
      map_mem_3[gid_5..] <- acc_10
    of kernel (gid_6 < n) do
      var x_6: i64
      x_6 <- gid_6
      var acc_11: i64
      acc_11 <- x_6
      for j_3 < x_6 do
        var mul_4: i64
        mul_4 <- mul_i64(acc_11, j_3)
        acc_11 <- mul_4
      done
      var acc_12: i64
      acc_12 <- acc_11
      map_mem_3[gid_6] <- acc_12
    done
  done
  var le_2: bool
  le_2 <- le_i64(0i64, m)
  assert le_2 ("Range 0..1..<", m, " is invalid.") at (main.fut:7:61-66, main.fut:8:69-74)
  var mul_5: i64
  mul_5 <- mul_i64(m, k)
  var add: i64
  add <- add_i64(mul_5, 1i64)
  var map_mem_4: mem i64
  map_mem_4 <- alloc i64 m
  tasks of add_f64(mul_f64(6.25e-2f64, mul_f64(f64_of_i64(max_i64(add, 0i64)), 3.0f64)), 0.125f64) cycles do
    lanes 16 (gid_7) do
      var x_7: i64
      x_7 <- gid_7
      var acc_13: i64
      var step: i64
      step <- 1i64
      acc_13 <- x_7
      for j_4 < add do
        var mul_6: i64
        var step_2: i64
        step_2 <- mul_i64(step, j_4)
        mul_6 <- mul_i64(acc_13, j_4)
        step <- step_2
        acc_13 <- mul_6
      done
      var acc_14: i64
      var step_3: i64
      step_3 <- step
      acc_14 <- acc_13
      map_mem_4[gid_7..] <- steps_i64(acc_14, step_3)
    of kernel (gid_8 < m) do
      var x_8: i64
      x_8 <- gid_8
      var acc_15: i64
      acc_15 <- x_8
      for j_5 < add do
        var mul_7: i64
        mul_7 <- mul_i64(acc_15, j_5)
        acc_15 <- mul_7
      done
      var acc_16: i64
      acc_16 <- acc_15
      map_mem_4[gid_8] <- acc_16
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
  tasks of about 3.6875f64 cycles do
    lanes 16 (gid_9) do
      var x_9: i64
      x_9 <- gid_9
      var branch: i64
      var step_4: i64
      if t then
        step_4 <- 1i64
        branch <- x_9
      else
        var div: i64
        div <- div_i64(l, k)
        var acc_17: i64
        var step_5: i64
        step_5 <- 1i64
        acc_17 <- x_9
        for j_6 < div do
          var mul_8: i64
          var step_6: i64
          step_6 <- mul_i64(step_5, j_6)
          mul_8 <- mul_i64(acc_17, j_6)
          step_5 <- step_6
          acc_17 <- mul_8
        done
        var acc_18: i64
        var step_7: i64
        step_7 <- step_5
        acc_18 <- acc_17
        step_4 <- step_7
        branch <- acc_18
      fi
      map_mem_5[gid_9..] <- steps_i64(branch, step_4)
    of kernel (gid_10 < l) do
      var x_10: i64
      x_10 <- gid_10
      var branch_2: i64
      if t then
        branch_2 <- x_10
      else
        var div_2: i64
        div_2 <- div_i64(l, k)
        var acc_19: i64
        acc_19 <- x_10
        for j_7 < div_2 do
          var mul_9: i64
          mul_9 <- mul_i64(acc_19, j_7)
          acc_19 <- mul_9
        done
        var acc_20: i64
        acc_20 <- acc_19
        branch_2 <- acc_20
      fi
      map_mem_5[gid_10] <- branch_2
    done
  done
return ([a]i64 @map_mem,
  [b]i64 @map_mem_2,
  [n]i64 @map_mem_3,
  [m]i64 @map_mem_4,
  [l]i64 @map_mem_5)
