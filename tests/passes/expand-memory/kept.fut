-- The size of the second array depends on the first one, so each thread allocates it itself.
entry main [n] (ks: [n]i64) : [n]i64 =
  map (\k -> let xs = scan (+) 0 (iota k)
             let ys = scan (+) 0 (iota xs[k - 1])
             in reduce (+) 0 (map2 (*) (reverse ys) ys))
      ks
-- ---
-- before expand-memory (Imp)
entry main (ks_mem: [n]i64) do
  var map_mem: mem i64
  map_mem <- alloc i64 n
  kernel (gid < n) do
    var x: i64
    x <- ks_mem[gid]
    var le: bool
    le <- le_i64(0i64, x)
    assert le ("Range 0..1..<", x, " is invalid.") at (main.fut:3:35-40, main.fut:3:35-40)
    var blank_mem: mem i64
    blank_mem <- alloc i64 x
    var acc: i64
    acc <- 0i64
    for i < x do
      var add: i64
      add <- add_i64(acc, i)
      blank_mem[i] <- add
      acc <- add
    done
    var sub: i64
    sub <- sub_i64(x, 1i64)
    var le_2: bool
    le_2 <- le_i64(0i64, sub)
    var lt: bool
    lt <- lt_i64(sub, x)
    var logand: bool
    logand <- logand_bool(le_2, lt)
    assert logand ("Index [",
      sub,
      "] out of bounds for array of shape ",
      "[",
      x,
      "]",
      ".") at (main.fut:4:40-48, main.fut:3:3-6:8)
    var elem: i64
    elem <- blank_mem[sub]
    free blank_mem
    var le_3: bool
    le_3 <- le_i64(0i64, elem)
    assert le_3 ("Range 0..1..<", elem, " is invalid.") at (main.fut:3:35-40, main.fut:4:35-48)
    var blank_mem_2: mem i64
    blank_mem_2 <- alloc i64 elem
    var acc_2: i64
    acc_2 <- 0i64
    for i_2 < elem do
      var add_2: i64
      add_2 <- add_i64(acc_2, i_2)
      blank_mem_2[i_2] <- add_2
      acc_2 <- add_2
    done
    var sub_2: i64
    sub_2 <- sub_i64(elem, 1i64)
    var red: i64
    reduce (red) <- gid_2 < elem from (0i64) do
      var x_2: i64
      x_2 <- blank_mem_2[add_i64(sub_2, mul_i64(gid_2, -1i64))]
      var x_3: i64
      x_3 <- blank_mem_2[gid_2]
      var mul: i64
      mul <- mul_i64(x_2, x_3)
    give (mul)
    op (x_4: i64, x_5: i64)
      var add_3: i64
      add_3 <- add_i64(x_4, x_5)
    give (add_3)
    free blank_mem_2
    map_mem[gid] <- red
  done
return ([n]i64 @map_mem)

-- after expand-memory (Imp)
entry main (ks_mem: [n]i64) do
  var map_mem: mem i64
  map_mem <- alloc i64 n
  var largest: i64
  commutative reduce (largest) <- gid < n from (0i64) do
    var most: i64
    var stopped: bool
    var x: i64
    x <- ks_mem[gid]
    var le: bool
    le <- le_i64(0i64, x)
    stopped <- not_bool(le)
    if not_bool(stopped) then
      most <- max_i64(most, x)
    else
    fi
  give (most)
  op (x_2: i64, y: i64)
  give (max_i64(x_2, y))
  var size: i64
  size <- min_i64(largest, 281474976710656i64)
  threads thread < threads, together, with mul_i64(size, 8i64) bytes do
    var step: i64
    step <- select(together, threads, 1i64)
    var lead: i64
    lead <- select(together, 1i64, size)
    var blank_mem: mem i64
    blank_mem <- alloc i64 mul_i64(threads, size)
    kernel (gid_2 < n) do
      var x_3: i64
      x_3 <- ks_mem[gid_2]
      var le_2: bool
      le_2 <- le_i64(0i64, x_3)
      assert le_2 ("Range 0..1..<", x_3, " is invalid.") at (main.fut:3:35-40, main.fut:3:35-40)
      var blank_mem_2: mem i64
      blank_mem_2 <- blank_mem
      var acc: i64
      acc <- 0i64
      for i < x_3 do
        var add: i64
        add <- add_i64(acc, i)
        blank_mem_2[add_i64(mul_i64(thread, lead), mul_i64(i, step))] <- add
        acc <- add
      done
      var sub: i64
      sub <- sub_i64(x_3, 1i64)
      var le_3: bool
      le_3 <- le_i64(0i64, sub)
      var lt: bool
      lt <- lt_i64(sub, x_3)
      var logand: bool
      logand <- logand_bool(le_3, lt)
      assert logand ("Index [",
        sub,
        "] out of bounds for array of shape ",
        "[",
        x_3,
        "]",
        ".") at (main.fut:4:40-48, main.fut:3:3-6:8)
      var elem: i64
      elem <- blank_mem_2[add_i64(mul_i64(thread, lead), mul_i64(sub, step))]
      free blank_mem_2
      var le_4: bool
      le_4 <- le_i64(0i64, elem)
      assert le_4 ("Range 0..1..<", elem, " is invalid.") at (main.fut:3:35-40, main.fut:4:35-48)
      var blank_mem_3: mem i64
      blank_mem_3 <- alloc i64 elem
      var acc_2: i64
      acc_2 <- 0i64
      for i_2 < elem do
        var add_2: i64
        add_2 <- add_i64(acc_2, i_2)
        blank_mem_3[i_2] <- add_2
        acc_2 <- add_2
      done
      var sub_2: i64
      sub_2 <- sub_i64(elem, 1i64)
      var red: i64
      reduce (red) <- gid_3 < elem from (0i64) do
        var x_4: i64
        x_4 <- blank_mem_3[add_i64(sub_2, mul_i64(gid_3, -1i64))]
        var x_5: i64
        x_5 <- blank_mem_3[gid_3]
        var mul: i64
        mul <- mul_i64(x_4, x_5)
      give (mul)
      op (x_6: i64, x_7: i64)
        var add_3: i64
        add_3 <- add_i64(x_6, x_7)
      give (add_3)
      free blank_mem_3
      map_mem[gid_2] <- red
    done
  done
return ([n]i64 @map_mem)
