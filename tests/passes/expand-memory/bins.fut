-- The bins of a thread's histogram are adjacent. An array of four elements can be in registers. The largest size of the
-- last array is found by a kernel before.
entry main [n][k] (h: i64) (xss: [n][k]i64) : [n]i64 =
  map (\xs -> let counts = reduce_by_index (replicate h 0) (+) 0 xs (map (const 1) xs)
              let four = scan (+) 0 [xs[0], xs[1], xs[2], counts[0]]
              let ys = scan (+) four[xs[1] % 4] (iota xs[0])
              in ys[xs[0] / 2] + counts[h - 1])
      xss
-- ---
-- before expand-memory (Imp)
entry main (h: i64, xss_mem: [n][k]i64) do
  var t: bool
  t <- le_i64(0i64, h)
  var t_2: bool
  t_2 <- le_i64(n, 0i64)
  var t_3: bool
  t_3 <- logor_bool(t_2, t)
  assert t_3 ("Number of elements ", h, " is negative.") at (main.fut:4:45-57, main.fut:4:45-57)
  var t_4: bool
  t_4 <- lt_i64(0i64, k)
  var t_5: bool
  t_5 <- logor_bool(t_2, t_4)
  assert t_5 ("Index [",
    0i64,
    "] out of bounds for array of shape ",
    "[",
    k,
    "]",
    ".") at (main.fut:5:38-42, main.fut:4:3-8:9)
  var t_6: bool
  t_6 <- lt_i64(1i64, k)
  var t_7: bool
  t_7 <- logor_bool(t_2, t_6)
  assert t_7 ("Index [",
    1i64,
    "] out of bounds for array of shape ",
    "[",
    k,
    "]",
    ".") at (main.fut:5:45-49, main.fut:4:3-8:9)
  var t_8: bool
  t_8 <- lt_i64(2i64, k)
  var t_9: bool
  t_9 <- logor_bool(t_2, t_8)
  assert t_9 ("Index [",
    2i64,
    "] out of bounds for array of shape ",
    "[",
    k,
    "]",
    ".") at (main.fut:5:52-56, main.fut:4:3-8:9)
  var t_10: bool
  t_10 <- lt_i64(0i64, h)
  var t_11: bool
  t_11 <- logor_bool(t_2, t_10)
  assert t_11 ("Index [",
    0i64,
    "] out of bounds for array of shape ",
    "[",
    h,
    "]",
    ".") at (main.fut:5:59-67, main.fut:4:3-8:9)
  var t_12: i64
  t_12 <- sub_i64(h, 1i64)
  var t_13: bool
  t_13 <- le_i64(0i64, t_12)
  var t_14: bool
  t_14 <- lt_i64(t_12, h)
  var t_15: bool
  t_15 <- logand_bool(t_13, t_14)
  var t_16: bool
  t_16 <- logor_bool(t_2, t_15)
  assert t_16 ("Index [",
    t_12,
    "] out of bounds for array of shape ",
    "[",
    h,
    "]",
    ".") at (main.fut:7:34-46, main.fut:4:3-8:9)
  var map_mem: mem i64
  map_mem <- alloc i64 n
  kernel (gid < n) do
    var replicate_mem: mem i64
    replicate_mem <- alloc i64 h
    kernel (i < h) do
      replicate_mem[i] <- 0i64
    done
    for i_2 < k do
      var x: i64
      x <- xss_mem[add_i64(mul_i64(gid, k), i_2)]
      var low: bool
      low <- le_i64(0i64, x)
      var high: bool
      high <- lt_i64(x, h)
      var both: bool
      both <- logand_bool(low, high)
      if both then
        var x_2: i64
        x_2 <- replicate_mem[x]
        var add: i64
        add <- add_i64(x_2, 1i64)
        replicate_mem[x] <- add
      else
      fi
    done
    var elem: i64
    elem <- xss_mem[add_i64(mul_i64(gid, k), 0i64)]
    var elem_2: i64
    elem_2 <- xss_mem[add_i64(mul_i64(gid, k), 1i64)]
    var elem_3: i64
    elem_3 <- xss_mem[add_i64(mul_i64(gid, k), 2i64)]
    var elem_4: i64
    elem_4 <- replicate_mem[0i64]
    var array_mem: mem i64
    array_mem <- alloc i64 4i64
    array_mem[0i64] <- elem
    array_mem[1i64] <- elem_2
    array_mem[2i64] <- elem_3
    array_mem[3i64] <- elem_4
    var blank_mem: mem i64
    blank_mem <- alloc i64 4i64
    var acc: i64
    acc <- 0i64
    for i_3 < 4i64 do
      var x_3: i64
      x_3 <- array_mem[i_3]
      var add_2: i64
      add_2 <- add_i64(acc, x_3)
      blank_mem[i_3] <- add_2
      acc <- add_2
    done
    free array_mem
    var mod: i64
    mod <- mod_i64(elem_2, 4i64)
    var elem_5: i64
    elem_5 <- blank_mem[mod]
    free blank_mem
    var le: bool
    le <- le_i64(0i64, elem)
    assert le ("Range 0..1..<", elem, " is invalid.") at (main.fut:6:50-59, main.fut:6:50-59)
    var blank_mem_2: mem i64
    blank_mem_2 <- alloc i64 elem
    var acc_2: i64
    acc_2 <- elem_5
    for i_4 < elem do
      var add_3: i64
      add_3 <- add_i64(acc_2, i_4)
      blank_mem_2[i_4] <- add_3
      acc_2 <- add_3
    done
    var div: i64
    div <- div_i64(elem, 2i64)
    var le_2: bool
    le_2 <- le_i64(0i64, div)
    var lt: bool
    lt <- lt_i64(div, elem)
    var logand: bool
    logand <- logand_bool(le_2, lt)
    assert logand ("Index [",
      div,
      "] out of bounds for array of shape ",
      "[",
      elem,
      "]",
      ".") at (main.fut:7:18-30, main.fut:4:3-8:9)
    var elem_6: i64
    elem_6 <- blank_mem_2[div]
    free blank_mem_2
    var elem_7: i64
    elem_7 <- replicate_mem[t_12]
    free replicate_mem
    var add_4: i64
    add_4 <- add_i64(elem_6, elem_7)
    map_mem[gid] <- add_4
  done
return ([n]i64 @map_mem)

-- after expand-memory (Imp)
entry main (h: i64, xss_mem: [n][k]i64) do
  var t: bool
  t <- le_i64(0i64, h)
  var t_2: bool
  t_2 <- le_i64(n, 0i64)
  var t_3: bool
  t_3 <- logor_bool(t_2, t)
  assert t_3 ("Number of elements ", h, " is negative.") at (main.fut:4:45-57, main.fut:4:45-57)
  var t_4: bool
  t_4 <- lt_i64(0i64, k)
  var t_5: bool
  t_5 <- logor_bool(t_2, t_4)
  assert t_5 ("Index [",
    0i64,
    "] out of bounds for array of shape ",
    "[",
    k,
    "]",
    ".") at (main.fut:5:38-42, main.fut:4:3-8:9)
  var t_6: bool
  t_6 <- lt_i64(1i64, k)
  var t_7: bool
  t_7 <- logor_bool(t_2, t_6)
  assert t_7 ("Index [",
    1i64,
    "] out of bounds for array of shape ",
    "[",
    k,
    "]",
    ".") at (main.fut:5:45-49, main.fut:4:3-8:9)
  var t_8: bool
  t_8 <- lt_i64(2i64, k)
  var t_9: bool
  t_9 <- logor_bool(t_2, t_8)
  assert t_9 ("Index [",
    2i64,
    "] out of bounds for array of shape ",
    "[",
    k,
    "]",
    ".") at (main.fut:5:52-56, main.fut:4:3-8:9)
  var t_10: bool
  t_10 <- lt_i64(0i64, h)
  var t_11: bool
  t_11 <- logor_bool(t_2, t_10)
  assert t_11 ("Index [",
    0i64,
    "] out of bounds for array of shape ",
    "[",
    h,
    "]",
    ".") at (main.fut:5:59-67, main.fut:4:3-8:9)
  var t_12: i64
  t_12 <- sub_i64(h, 1i64)
  var t_13: bool
  t_13 <- le_i64(0i64, t_12)
  var t_14: bool
  t_14 <- lt_i64(t_12, h)
  var t_15: bool
  t_15 <- logand_bool(t_13, t_14)
  var t_16: bool
  t_16 <- logor_bool(t_2, t_15)
  assert t_16 ("Index [",
    t_12,
    "] out of bounds for array of shape ",
    "[",
    h,
    "]",
    ".") at (main.fut:7:34-46, main.fut:4:3-8:9)
  var map_mem: mem i64
  map_mem <- alloc i64 n
  var size: i64
  size <- min_i64(max_i64(0i64, h), 281474976710656i64)
  var largest: i64
  commutative reduce (largest) <- gid < n from (0i64) do
    var most: i64
    var stopped: bool
    var elem: i64
    elem <- xss_mem[add_i64(mul_i64(gid, k), 0i64)]
    var le: bool
    le <- le_i64(0i64, elem)
    stopped <- not_bool(le)
    if not_bool(stopped) then
      most <- max_i64(most, elem)
    else
    fi
  give (most)
  op (x: i64, y: i64)
  give (max_i64(x, y))
  var size_2: i64
  size_2 <- min_i64(largest, 281474976710656i64)
  threads thread < threads, together, with add_i64(mul_i64(size, 8i64), mul_i64(size_2, 8i64)) bytes do
    var step: i64
    step <- select(together, threads, 1i64)
    var lead: i64
    lead <- select(together, 1i64, size)
    var replicate_mem: mem i64
    replicate_mem <- alloc i64 mul_i64(threads, size)
    var step_2: i64
    step_2 <- select(together, threads, 1i64)
    var lead_2: i64
    lead_2 <- select(together, 1i64, size_2)
    var blank_mem: mem i64
    blank_mem <- alloc i64 mul_i64(threads, size_2)
    kernel (gid_2 < n) do
      var replicate_mem_2: mem i64
      replicate_mem_2 <- replicate_mem
      kernel (i < h) do
        replicate_mem_2[add_i64(mul_i64(thread, lead), mul_i64(i, step))] <- 0i64
      done
      for i_2 < k do
        var x_2: i64
        x_2 <- xss_mem[add_i64(mul_i64(gid_2, k), i_2)]
        var low: bool
        low <- le_i64(0i64, x_2)
        var high: bool
        high <- lt_i64(x_2, h)
        var both: bool
        both <- logand_bool(low, high)
        if both then
          var x_3: i64
          x_3 <- replicate_mem_2[add_i64(mul_i64(thread, lead), mul_i64(x_2, step))]
          var add: i64
          add <- add_i64(x_3, 1i64)
          replicate_mem_2[add_i64(mul_i64(thread, lead), mul_i64(x_2, step))] <- add
        else
        fi
      done
      var elem_2: i64
      elem_2 <- xss_mem[add_i64(mul_i64(gid_2, k), 0i64)]
      var elem_3: i64
      elem_3 <- xss_mem[add_i64(mul_i64(gid_2, k), 1i64)]
      var elem_4: i64
      elem_4 <- xss_mem[add_i64(mul_i64(gid_2, k), 2i64)]
      var elem_5: i64
      elem_5 <- replicate_mem_2[mul_i64(thread, lead)]
      var array_mem: mem i64
      array_mem <- alloc i64 4i64
      array_mem[0i64] <- elem_2
      array_mem[1i64] <- elem_3
      array_mem[2i64] <- elem_4
      array_mem[3i64] <- elem_5
      var blank_mem_2: mem i64
      blank_mem_2 <- alloc i64 4i64
      var acc: i64
      acc <- 0i64
      for i_3 < 4i64 do
        var x_4: i64
        x_4 <- array_mem[i_3]
        var add_2: i64
        add_2 <- add_i64(acc, x_4)
        blank_mem_2[i_3] <- add_2
        acc <- add_2
      done
      free array_mem
      var mod: i64
      mod <- mod_i64(elem_3, 4i64)
      var elem_6: i64
      elem_6 <- blank_mem_2[mod]
      free blank_mem_2
      var le_2: bool
      le_2 <- le_i64(0i64, elem_2)
      assert le_2 ("Range 0..1..<", elem_2, " is invalid.") at (main.fut:6:50-59, main.fut:6:50-59)
      var blank_mem_3: mem i64
      blank_mem_3 <- blank_mem
      var acc_2: i64
      acc_2 <- elem_6
      for i_4 < elem_2 do
        var add_3: i64
        add_3 <- add_i64(acc_2, i_4)
        blank_mem_3[add_i64(mul_i64(thread, lead_2), mul_i64(i_4, step_2))] <- add_3
        acc_2 <- add_3
      done
      var div: i64
      div <- div_i64(elem_2, 2i64)
      var le_3: bool
      le_3 <- le_i64(0i64, div)
      var lt: bool
      lt <- lt_i64(div, elem_2)
      var logand: bool
      logand <- logand_bool(le_3, lt)
      assert logand ("Index [",
        div,
        "] out of bounds for array of shape ",
        "[",
        elem_2,
        "]",
        ".") at (main.fut:7:18-30, main.fut:4:3-8:9)
      var elem_7: i64
      elem_7 <- blank_mem_3[add_i64(mul_i64(thread, lead_2), mul_i64(div, step_2))]
      free blank_mem_3
      var elem_8: i64
      elem_8 <- replicate_mem_2[add_i64(mul_i64(thread, lead), mul_i64(t_12, step))]
      free replicate_mem_2
      var add_4: i64
      add_4 <- add_i64(elem_7, elem_8)
      map_mem[gid_2] <- add_4
    done
  done
return ([n]i64 @map_mem)
