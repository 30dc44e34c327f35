-- Two blocks of a loop take turns, so both have the same distances.
entry main [n][k] (h: i64) (xss: [n][k]i32) : [n]i32 =
  map (\xs -> let ys = loop ys = scan (+) 0 xs for _i < h do map2 (*) ys (reverse ys)
              in ys[k / 2])
      xss
-- ---
-- before expand-memory (Imp)
entry main (h: i64, xss_mem: [n][k]i32) do
  var t: i64
  t <- div_i64(k, 2i64)
  var t_2: bool
  t_2 <- lt_i64(t, k)
  var t_3: bool
  t_3 <- le_i64(n, 0i64)
  var t_4: bool
  t_4 <- logor_bool(t_3, t_2)
  assert t_4 ("Index [",
    t,
    "] out of bounds for array of shape ",
    "[",
    k,
    "]",
    ".") at (main.fut:4:18-26, main.fut:3:3-5:9)
  var sub: i64
  sub <- sub_i64(k, 1i64)
  var map_mem: mem i32
  map_mem <- alloc i32 n
  kernel (gid < n) do
    var blank_mem: mem i32
    blank_mem <- alloc i32 k
    var acc: i32
    acc <- 0i32
    for i < k do
      var x: i32
      x <- xss_mem[add_i64(mul_i64(gid, k), i)]
      var add: i32
      add <- add_i32(acc, x)
      blank_mem[i] <- add
      acc <- add
    done
    var spare_mem: mem i32
    spare_mem <- alloc i32 k
    var acc_mem: mem i32
    acc_mem <- blank_mem
    var other_mem: mem i32
    other_mem <- spare_mem
    free blank_mem
    free spare_mem
    for _i < h do
      kernel (gid_2 < k) do
        var x_2: i32
        x_2 <- acc_mem[gid_2]
        var x_3: i32
        x_3 <- acc_mem[add_i64(sub, mul_i64(gid_2, -1i64))]
        var mul: i32
        mul <- mul_i32(x_2, x_3)
        other_mem[gid_2] <- mul
      done
      var other_mem_2: mem i32
      other_mem_2 <- acc_mem
      acc_mem <- other_mem
      other_mem <- other_mem_2
    done
    var acc_mem_2: mem i32
    acc_mem_2 <- acc_mem
    free acc_mem
    var other_mem_3: mem i32
    other_mem_3 <- other_mem
    free other_mem
    free other_mem_3
    var elem: i32
    elem <- acc_mem_2[t]
    free acc_mem_2
    map_mem[gid] <- elem
  done
return ([n]i32 @map_mem)

-- after expand-memory (Imp)
entry main (h: i64, xss_mem: [n][k]i32) do
  var t: i64
  t <- div_i64(k, 2i64)
  var t_2: bool
  t_2 <- lt_i64(t, k)
  var t_3: bool
  t_3 <- le_i64(n, 0i64)
  var t_4: bool
  t_4 <- logor_bool(t_3, t_2)
  assert t_4 ("Index [",
    t,
    "] out of bounds for array of shape ",
    "[",
    k,
    "]",
    ".") at (main.fut:4:18-26, main.fut:3:3-5:9)
  var sub: i64
  sub <- sub_i64(k, 1i64)
  var map_mem: mem i32
  map_mem <- alloc i32 n
  var size: i64
  size <- min_i64(max_i64(0i64, k), 281474976710656i64)
  threads thread < threads, together, with mul_i64(size, 8i64) bytes do
    var step: i64
    step <- select(together, threads, 1i64)
    var lead: i64
    lead <- select(together, 1i64, size)
    var blank_mem: mem i32
    blank_mem <- alloc i32 mul_i64(threads, size)
    var spare_mem: mem i32
    spare_mem <- alloc i32 mul_i64(threads, size)
    kernel (gid < n) do
      var blank_mem_2: mem i32
      blank_mem_2 <- blank_mem
      var acc: i32
      acc <- 0i32
      for i < k do
        var x: i32
        x <- xss_mem[add_i64(mul_i64(gid, k), i)]
        var add: i32
        add <- add_i32(acc, x)
        blank_mem_2[add_i64(mul_i64(thread, lead), mul_i64(i, step))] <- add
        acc <- add
      done
      var spare_mem_2: mem i32
      spare_mem_2 <- spare_mem
      var acc_mem: mem i32
      acc_mem <- blank_mem_2
      var other_mem: mem i32
      other_mem <- spare_mem_2
      free blank_mem_2
      free spare_mem_2
      for _i < h do
        kernel (gid_2 < k) do
          var x_2: i32
          x_2 <- acc_mem[add_i64(mul_i64(thread, lead), mul_i64(gid_2, step))]
          var x_3: i32
          x_3 <- acc_mem[add_i64(mul_i64(thread, lead), mul_i64(add_i64(sub, mul_i64(gid_2, -1i64)), step))]
          var mul: i32
          mul <- mul_i32(x_2, x_3)
          other_mem[add_i64(mul_i64(thread, lead), mul_i64(gid_2, step))] <- mul
        done
        var other_mem_2: mem i32
        other_mem_2 <- acc_mem
        acc_mem <- other_mem
        other_mem <- other_mem_2
      done
      var acc_mem_2: mem i32
      acc_mem_2 <- acc_mem
      free acc_mem
      var other_mem_3: mem i32
      other_mem_3 <- other_mem
      free other_mem
      free other_mem_3
      var elem: i32
      elem <- acc_mem_2[add_i64(mul_i64(thread, lead), mul_i64(t, step))]
      free acc_mem_2
      map_mem[gid] <- elem
    done
  done
return ([n]i32 @map_mem)
