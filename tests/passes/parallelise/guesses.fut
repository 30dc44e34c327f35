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
-- before parallelise (Imp)
entry main (xs_mem: [a]i64, ys_mem: [b]i64, n: i64, m: i64, l: i64, k: i64) do
  var map_mem: mem i64
  map_mem <- alloc i64 a
  kernel (gid < a) do
    var x: i64
    x <- xs_mem[gid]
    var gt: bool
    gt <- lt_i64(10i64, x)
    var acc: i64
    acc <- x
    var continue: bool
    continue <- gt
    while continue do
      var xor: i64
      xor <- xor_i64(acc, 2i64)
      var gt_2: bool
      gt_2 <- lt_i64(10i64, xor)
      acc <- xor
      continue <- gt_2
    done
    var acc_2: i64
    acc_2 <- acc
    var continue_2: bool
    continue_2 <- continue
    map_mem[gid] <- acc_2
  done
  var map_mem_2: mem i64
  map_mem_2 <- alloc i64 b
  kernel (gid_2 < b) do
    var x_2: i64
    x_2 <- ys_mem[gid_2]
    var acc_3: i64
    acc_3 <- 1i64
    for _j < x_2 do
      var mul: i64
      mul <- mul_i64(acc_3, 3i64)
      acc_3 <- mul
    done
    var acc_4: i64
    acc_4 <- acc_3
    map_mem_2[gid_2] <- acc_4
  done
  var le: bool
  le <- le_i64(0i64, n)
  assert le ("Range 0..1..<", n, " is invalid.") at (main.fut:7:61-66, main.fut:7:61-66)
  var map_mem_3: mem i64
  map_mem_3 <- alloc i64 n
  kernel (gid_3 < n) do
    var x_3: i64
    x_3 <- gid_3
    var acc_5: i64
    acc_5 <- x_3
    for j < x_3 do
      var mul_2: i64
      mul_2 <- mul_i64(acc_5, j)
      acc_5 <- mul_2
    done
    var acc_6: i64
    acc_6 <- acc_5
    map_mem_3[gid_3] <- acc_6
  done
  var le_2: bool
  le_2 <- le_i64(0i64, m)
  assert le_2 ("Range 0..1..<", m, " is invalid.") at (main.fut:7:61-66, main.fut:8:69-74)
  var mul_3: i64
  mul_3 <- mul_i64(m, k)
  var add: i64
  add <- add_i64(mul_3, 1i64)
  var map_mem_4: mem i64
  map_mem_4 <- alloc i64 m
  kernel (gid_4 < m) do
    var x_4: i64
    x_4 <- gid_4
    var acc_7: i64
    acc_7 <- x_4
    for j_2 < add do
      var mul_4: i64
      mul_4 <- mul_i64(acc_7, j_2)
      acc_7 <- mul_4
    done
    var acc_8: i64
    acc_8 <- acc_7
    map_mem_4[gid_4] <- acc_8
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
  kernel (gid_5 < l) do
    var x_5: i64
    x_5 <- gid_5
    var branch: i64
    if t then
      branch <- x_5
    else
      var div: i64
      div <- div_i64(l, k)
      var acc_9: i64
      acc_9 <- x_5
      for j_3 < div do
        var mul_5: i64
        mul_5 <- mul_i64(acc_9, j_3)
        acc_9 <- mul_5
      done
      var acc_10: i64
      acc_10 <- acc_9
      branch <- acc_10
    fi
    map_mem_5[gid_5] <- branch
  done
return ([a]i64 @map_mem,
  [b]i64 @map_mem_2,
  [n]i64 @map_mem_3,
  [m]i64 @map_mem_4,
  [l]i64 @map_mem_5)

-- after parallelise (Imp)
entry main (xs_mem: [a]i64, ys_mem: [b]i64, n: i64, m: i64, l: i64, k: i64) do
  var map_mem: mem i64
  map_mem <- alloc i64 a
  tasks of about 52.0f64 cycles do
    kernel (gid < a) do
      var x: i64
      x <- xs_mem[gid]
      var gt: bool
      gt <- lt_i64(10i64, x)
      var acc: i64
      acc <- x
      var continue: bool
      continue <- gt
      while continue do
        var xor: i64
        xor <- xor_i64(acc, 2i64)
        var gt_2: bool
        gt_2 <- lt_i64(10i64, xor)
        acc <- xor
        continue <- gt_2
      done
      var acc_2: i64
      acc_2 <- acc
      var continue_2: bool
      continue_2 <- continue
      map_mem[gid] <- acc_2
    done
  done
  var map_mem_2: mem i64
  map_mem_2 <- alloc i64 b
  tasks of about 35.0f64 cycles do
    kernel (gid_2 < b) do
      var x_2: i64
      x_2 <- ys_mem[gid_2]
      var acc_3: i64
      acc_3 <- 1i64
      for _j < x_2 do
        var mul: i64
        mul <- mul_i64(acc_3, 3i64)
        acc_3 <- mul
      done
      var acc_4: i64
      acc_4 <- acc_3
      map_mem_2[gid_2] <- acc_4
    done
  done
  var le: bool
  le <- le_i64(0i64, n)
  assert le ("Range 0..1..<", n, " is invalid.") at (main.fut:7:61-66, main.fut:7:61-66)
  var map_mem_3: mem i64
  map_mem_3 <- alloc i64 n
  tasks of add_f64(mul_f64(f64_of_i64(max_i64(quot_i64(n, 2i64), 0i64)), 2.0f64), 2.0f64) cycles do
    kernel (gid_3 < n) do
      var x_3: i64
      x_3 <- gid_3
      var acc_5: i64
      acc_5 <- x_3
      for j < x_3 do
        var mul_2: i64
        mul_2 <- mul_i64(acc_5, j)
        acc_5 <- mul_2
      done
      var acc_6: i64
      acc_6 <- acc_5
      map_mem_3[gid_3] <- acc_6
    done
  done
  var le_2: bool
  le_2 <- le_i64(0i64, m)
  assert le_2 ("Range 0..1..<", m, " is invalid.") at (main.fut:7:61-66, main.fut:8:69-74)
  var mul_3: i64
  mul_3 <- mul_i64(m, k)
  var add: i64
  add <- add_i64(mul_3, 1i64)
  var map_mem_4: mem i64
  map_mem_4 <- alloc i64 m
  tasks of add_f64(mul_f64(f64_of_i64(max_i64(add, 0i64)), 2.0f64), 2.0f64) cycles do
    kernel (gid_4 < m) do
      var x_4: i64
      x_4 <- gid_4
      var acc_7: i64
      acc_7 <- x_4
      for j_2 < add do
        var mul_4: i64
        mul_4 <- mul_i64(acc_7, j_2)
        acc_7 <- mul_4
      done
      var acc_8: i64
      acc_8 <- acc_7
      map_mem_4[gid_4] <- acc_8
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
  tasks of about 43.0f64 cycles do
    kernel (gid_5 < l) do
      var x_5: i64
      x_5 <- gid_5
      var branch: i64
      if t then
        branch <- x_5
      else
        var div: i64
        div <- div_i64(l, k)
        var acc_9: i64
        acc_9 <- x_5
        for j_3 < div do
          var mul_5: i64
          mul_5 <- mul_i64(acc_9, j_3)
          acc_9 <- mul_5
        done
        var acc_10: i64
        acc_10 <- acc_9
        branch <- acc_10
      fi
      map_mem_5[gid_5] <- branch
    done
  done
return ([a]i64 @map_mem,
  [b]i64 @map_mem_2,
  [n]i64 @map_mem_3,
  [m]i64 @map_mem_4,
  [l]i64 @map_mem_5)
