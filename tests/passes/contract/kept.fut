-- Numbers are rounded where the program says: in loops, scans and histograms, in sums of differences and of `f64`, and
-- where an operator does more than to add.
entry main [n] (xs: [n]f32) (ys: [n]f32) (zs: [n]f64) (is: [n]i64) =
  (loop s = 0 for i < n do s + xs[i] * ys[i],
   scan (+) 0 (map2 (*) xs ys),
   hist (+) 0 4 is (map2 (*) xs ys),
   f32.sum (map2 (\x y -> x * y - 1) xs ys),
   f64.sum (map (\z -> z * z) zs),
   reduce (\a b -> (a + b) / 2) 0 (map2 (*) xs ys),
   reduce f32.max 0 (map2 (*) xs ys))
-- ---
-- before contract (Imp)
entry main (xs_mem: [n]f32,
  ys_mem: [= n]f32,
  zs_mem: [= n]f64,
  is_mem: [= n]i64) do
  var acc: f32
  acc <- 0.0f32
  for i < n do
    var elem: f32
    elem <- xs_mem[i]
    var elem_2: f32
    elem_2 <- ys_mem[i]
    var mul: f32
    mul <- mul_f32(elem, elem_2)
    var add: f32
    add <- add_f32(acc, mul)
    acc <- add
  done
  var acc_2: f32
  acc_2 <- acc
  var map_mem: mem f32
  map_mem <- alloc f32 n
  var scan_mem: mem f32
  scan_mem <- alloc f32 n
  var red: f32
  var red_2: f32
  var red_3: f32
  scan gid < n from (0.0f32) do
    var x: f32
    x <- xs_mem[gid]
    var x_2: f32
    x_2 <- ys_mem[gid]
    var mul_2: f32
    mul_2 <- mul_f32(x, x_2)
  give (mul_2)
  op (x_3: f32, x_4: f32)
    var add_2: f32
    add_2 <- add_f32(x_3, x_4)
  give (add_2)
  then (x_5: f32)
    var sub: f32
    sub <- sub_f32(mul_2, 1.0f32)
    var x_6: f32
    x_6 <- mul_2
    var x_7: f32
    x_7 <- sub
    var x_8: f32
    x_8 <- mul_2
    var x_9: f32
    x_9 <- mul_2
    map_mem[gid] <- x_6
    scan_mem[gid] <- x_5
  done
  total (red, red_2, red_3) <- (x_7, x_8, x_9) from (0.0f32, 0.0f32, 0.0f32)
  op (x_10: f32, x_11: f32, x_12: f32, x_13: f32, x_14: f32, x_15: f32)
    var add_3: f32
    add_3 <- add_f32(x_10, x_13)
    var add_4: f32
    add_4 <- add_f32(x_11, x_14)
    var div: f32
    div <- mul_f32(add_4, 0.5f32)
    var max: f32
    max <- max_f32(x_12, x_15)
  give (add_3, div, max)
  var replicate_mem: mem f32
  replicate_mem <- alloc f32 4i64
  kernel (i_2 < 4i64) do
    replicate_mem[i_2] <- 0.0f32
  done
  hist gid_2 < n bins 4i64 in (replicate_mem + 0i64) do
    var x_16: i64
    x_16 <- is_mem[gid_2]
    var x_17: f32
    x_17 <- map_mem[gid_2]
    combine (x_17) into x_16
  by op (x_18: f32, x_19: f32)
    var add_5: f32
    add_5 <- add_f32(x_18, x_19)
  give (add_5)
  free map_mem
  var red_4: f64
  reduce (red_4) <- gid_3 < n from (0.0f64) do
    var x_20: f64
    x_20 <- zs_mem[gid_3]
    var mul_3: f64
    mul_3 <- mul_f64(x_20, x_20)
  give (mul_3)
  op (x_21: f64, x_22: f64)
    var add_6: f64
    add_6 <- add_f64(x_21, x_22)
  give (add_6)
return (acc_2, [n]f32 @scan_mem, [4i64]f32 @replicate_mem, red, red_4, red_2, red_3)

-- after contract (Imp)
the same
