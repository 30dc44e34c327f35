-- Each index needs an array of another size, which is found first. An index that fails stops there, without a failure.
-- Documentation:
-- kernel (i < n) do { var k: i64; k <- ns[i]; var m: mem f32; m <- alloc f32 k; … }
-- becomes
-- largest <- reduce max_i64 from (0) of (i < n) do { var k: i64; k <- ns[i]; most <- max_i64(most, k) } (most)
-- threads t < T, together, with largest * 4 bytes do { …
--
-- Written out:
-- kernel (gid < n) do var x: i64 x <- ks_mem[gid] … div <- div_i64(100i64, elem) … blank_mem <- alloc i64 div …
-- becomes
-- reduce (largest) <- gid < n from (0i64) do … x <- ks_mem[gid] … div <- div_i64(100i64, elem) … most <- max_i64(most, div) … give (most) …
-- threads thread < threads, together, with mul_i64(size, 8i64) bytes do …
--
entry main [n] (ks: [n]i64) (ns: [n]i64) : [n]i64 =
  map (\k -> let xs = scan (+) 0 (iota (100 / ns[k])) in reduce (+) 0 (map2 (*) xs (reverse xs))) ks
-- ---
-- before expand-memory (Imp)
entry main (ks_mem: [n]i64, ns_mem: [= n]i64) do
  var map_mem: mem i64
  map_mem <- alloc i64 n
  kernel (gid < n) do
    var x: i64
    x <- ks_mem[gid]
    var le: bool
    le <- le_i64(0i64, x)
    var lt: bool
    lt <- lt_i64(x, n)
    var logand: bool
    logand <- logand_bool(le, lt)
    assert logand ("Index [",
      x,
      "] out of bounds for array of shape ",
      "[",
      n,
      "]",
      ".") at (main.fut:15:47-51, main.fut:15:3-100)
    var elem: i64
    elem <- ns_mem[x]
    var ne: bool
    ne <- ne_i64(elem, 0i64)
    assert ne ("division by zero") at (main.fut:15:23-26, main.fut:15:3-100)
    var div: i64
    div <- div_i64(100i64, elem)
    var le_2: bool
    le_2 <- le_i64(0i64, div)
    assert le_2 ("Range 0..1..<", div, " is invalid.") at (main.fut:15:35-52, main.fut:15:35-52)
    var blank_mem: mem i64
    blank_mem <- alloc i64 div
    var acc: i64
    acc <- 0i64
    for i < div do
      var add: i64
      add <- add_i64(acc, i)
      blank_mem[i] <- add
      acc <- add
    done
    var sub: i64
    sub <- sub_i64(div, 1i64)
    var red: i64
    reduce (red) <- gid_2 < div from (0i64) do
      var x_2: i64
      x_2 <- blank_mem[gid_2]
      var x_3: i64
      x_3 <- blank_mem[add_i64(sub, mul_i64(gid_2, -1i64))]
      var mul: i64
      mul <- mul_i64(x_2, x_3)
    give (mul)
    op (x_4: i64, x_5: i64)
      var add_2: i64
      add_2 <- add_i64(x_4, x_5)
    give (add_2)
    free blank_mem
    map_mem[gid] <- red
  done
return ([n]i64 @map_mem)

-- after expand-memory (Imp)
entry main (ks_mem: [n]i64, ns_mem: [= n]i64) do
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
    var lt: bool
    lt <- lt_i64(x, n)
    var logand: bool
    logand <- logand_bool(le, lt)
    stopped <- not_bool(logand)
    if not_bool(stopped) then
      var elem: i64
      elem <- ns_mem[x]
      var ne: bool
      ne <- ne_i64(elem, 0i64)
      stopped <- not_bool(ne)
      if not_bool(stopped) then
        var div: i64
        div <- div_i64(100i64, elem)
        var le_2: bool
        le_2 <- le_i64(0i64, div)
        stopped <- not_bool(le_2)
        if not_bool(stopped) then
          most <- max_i64(most, div)
        else
        fi
      else
      fi
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
      var le_3: bool
      le_3 <- le_i64(0i64, x_3)
      var lt_2: bool
      lt_2 <- lt_i64(x_3, n)
      var logand_2: bool
      logand_2 <- logand_bool(le_3, lt_2)
      assert logand_2 ("Index [",
        x_3,
        "] out of bounds for array of shape ",
        "[",
        n,
        "]",
        ".") at (main.fut:15:47-51, main.fut:15:3-100)
      var elem_2: i64
      elem_2 <- ns_mem[x_3]
      var ne_2: bool
      ne_2 <- ne_i64(elem_2, 0i64)
      assert ne_2 ("division by zero") at (main.fut:15:23-26, main.fut:15:3-100)
      var div_2: i64
      div_2 <- div_i64(100i64, elem_2)
      var le_4: bool
      le_4 <- le_i64(0i64, div_2)
      assert le_4 ("Range 0..1..<", div_2, " is invalid.") at (main.fut:15:35-52, main.fut:15:35-52)
      var blank_mem_2: mem i64
      blank_mem_2 <- blank_mem
      var acc: i64
      acc <- 0i64
      for i < div_2 do
        var add: i64
        add <- add_i64(acc, i)
        blank_mem_2[add_i64(mul_i64(thread, lead), mul_i64(i, step))] <- add
        acc <- add
      done
      var sub: i64
      sub <- sub_i64(div_2, 1i64)
      var red: i64
      reduce (red) <- gid_3 < div_2 from (0i64) do
        var x_4: i64
        x_4 <- blank_mem_2[add_i64(mul_i64(thread, lead), mul_i64(gid_3, step))]
        var x_5: i64
        x_5 <- blank_mem_2[add_i64(mul_i64(thread, lead), mul_i64(add_i64(sub, mul_i64(gid_3, -1i64)), step))]
        var mul: i64
        mul <- mul_i64(x_4, x_5)
      give (mul)
      op (x_6: i64, x_7: i64)
        var add_2: i64
        add_2 <- add_i64(x_6, x_7)
      give (add_2)
      free blank_mem_2
      map_mem[gid_2] <- red
    done
  done
return ([n]i64 @map_mem)
