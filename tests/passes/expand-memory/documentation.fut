-- Each thread needs an array of k elements.
-- Documentation:
-- kernel (i < n) do { var m: mem f32; m <- alloc f32 k; … m[e] <- x … }
-- becomes
-- threads t < T, together, with k * 4 bytes do { var m': mem f32; m' <- alloc f32 T * k
-- kernel (i < n) do { var m: mem f32; m <- m'; … m[e * step + t * lead] <- x … } }
--
-- Written out:
-- kernel (gid < n) do var blank_mem: mem f32 blank_mem <- alloc f32 k … blank_mem[i] <- add …
-- becomes
-- size <- min_i64(max_i64(0i64, k), 281474976710656i64) threads thread < threads, together, with mul_i64(size, 4i64) bytes do … var blank_mem: mem f32 blank_mem <- alloc f32 mul_i64(threads, size)
-- kernel (gid < n) do var blank_mem_2: mem f32 blank_mem_2 <- blank_mem … blank_mem_2[add_i64(mul_i64(thread, lead), mul_i64(i, step))] <- add …
--
entry main [n][k] (xss: [n][k]f32) : [n]f32 =
  map (\xs -> let ys = scan (+) 0 xs in reduce (+) 0 (map2 (*) ys (reverse ys))) xss
-- ---
-- before expand-memory (Imp)
entry main (xss_mem: [n][k]f32) do
  var sub: i64
  sub <- sub_i64(k, 1i64)
  var map_mem: mem f32
  map_mem <- alloc f32 n
  kernel (gid < n) do
    var blank_mem: mem f32
    blank_mem <- alloc f32 k
    var acc: f32
    acc <- 0.0f32
    for i < k do
      var x: f32
      x <- xss_mem[add_i64(mul_i64(gid, k), i)]
      var add: f32
      add <- add_f32(acc, x)
      blank_mem[i] <- add
      acc <- add
    done
    var red: f32
    reduce (red) <- gid_2 < k from (0.0f32) do
      var x_2: f32
      x_2 <- blank_mem[gid_2]
      var x_3: f32
      x_3 <- blank_mem[add_i64(sub, mul_i64(gid_2, -1i64))]
      var mul: f32
      mul <- mul_f32(x_2, x_3)
    give (mul)
    op (x_4: f32, x_5: f32)
      var add_2: f32
      add_2 <- add_f32(x_4, x_5)
    give (add_2)
    free blank_mem
    map_mem[gid] <- red
  done
return ([n]f32 @map_mem)

-- after expand-memory (Imp)
entry main (xss_mem: [n][k]f32) do
  var sub: i64
  sub <- sub_i64(k, 1i64)
  var map_mem: mem f32
  map_mem <- alloc f32 n
  var size: i64
  size <- min_i64(max_i64(0i64, k), 281474976710656i64)
  threads thread < threads, together, with mul_i64(size, 4i64) bytes do
    var step: i64
    step <- select(together, threads, 1i64)
    var lead: i64
    lead <- select(together, 1i64, size)
    var blank_mem: mem f32
    blank_mem <- alloc f32 mul_i64(threads, size)
    kernel (gid < n) do
      var blank_mem_2: mem f32
      blank_mem_2 <- blank_mem
      var acc: f32
      acc <- 0.0f32
      for i < k do
        var x: f32
        x <- xss_mem[add_i64(mul_i64(gid, k), i)]
        var add: f32
        add <- add_f32(acc, x)
        blank_mem_2[add_i64(mul_i64(thread, lead), mul_i64(i, step))] <- add
        acc <- add
      done
      var red: f32
      reduce (red) <- gid_2 < k from (0.0f32) do
        var x_2: f32
        x_2 <- blank_mem_2[add_i64(mul_i64(thread, lead), mul_i64(gid_2, step))]
        var x_3: f32
        x_3 <- blank_mem_2[add_i64(mul_i64(thread, lead), mul_i64(add_i64(sub, mul_i64(gid_2, -1i64)), step))]
        var mul: f32
        mul <- mul_f32(x_2, x_3)
      give (mul)
      op (x_4: f32, x_5: f32)
        var add_2: f32
        add_2 <- add_f32(x_4, x_5)
      give (add_2)
      free blank_mem_2
      map_mem[gid] <- red
    done
  done
return ([n]f32 @map_mem)
