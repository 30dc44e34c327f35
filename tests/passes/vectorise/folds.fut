-- The lanes of a reduction have accumulators of their own; so do those of a reduction inside of a map.
entry main [n][m] (xss: [n][m]f32) (ys: [n]f32) : (f32, [m]f32) =
  (reduce (+) 0 (map (\y -> y * y + 1) ys), map (\xs -> reduce (+) 0 (map (* 2) xs)) (transpose xss))
-- ---
-- before vectorise (Imp)
entry main (xss_mem: [n][m]f32, ys_mem: [= n]f32) do
  var red: f32
  reduce (red) <- gid < n from (0.0f32) do
    var x: f32
    x <- ys_mem[gid]
    var mul: f32
    mul <- mul_f32(x, x)
    var add: f32
    add <- add_f32(mul, 1.0f32)
  give (add)
  op (x_2: f32, x_3: f32)
    var add_2: f32
    add_2 <- add_f32(x_2, x_3)
  give (add_2)
  var map_mem: mem f32
  map_mem <- alloc f32 m
  kernel (gid_2 < m) do
    var red_2: f32
    reduce (red_2) <- gid_3 < n from (0.0f32) do
      var x_4: f32
      x_4 <- xss_mem[add_i64(gid_2, mul_i64(gid_3, m))]
    give (x_4, 2.0f32)
    op (x_5: f32, x_6: f32)
      var add_3: f32
      add_3 <- add_f32(x_5, x_6)
    give (add_3)
    step op (x_7: f32, x_8: f32, x_9: f32)
      var add_4: f32
      add_4 <- fma_f32(x_8, x_9, x_7)
    give (add_4)
    map_mem[gid_2] <- red_2
  done
return (red, [m]f32 @map_mem)

-- after vectorise (Lanes)
entry main (xss_mem: [n][m]f32, ys_mem: [= n]f32) do
  var red: f32
  lanes 16 (gid) do
    var x: vec f32
    x <- ys_mem[gid..]
    var mul: vec f32
    mul <- mul_f32(x, x)
    var add: vec f32
    add <- add_f32(mul, splat_f32(1.0f32))
  give (add)
  op (x_2: f32, x_3: f32)
    var add_2: vec f32
    add_2 <- add_f32(x_2, x_3)
  give (add_2)
  of reduce (red) <- gid_2 < n from (0.0f32) do
    var x_4: f32
    x_4 <- ys_mem[gid_2]
    var mul_2: f32
    mul_2 <- mul_f32(x_4, x_4)
    var add_3: f32
    add_3 <- add_f32(mul_2, 1.0f32)
  give (add_3)
  op (x_5: f32, x_6: f32)
    var add_4: f32
    add_4 <- add_f32(x_5, x_6)
  give (add_4)
  var map_mem: mem f32
  map_mem <- alloc f32 m
  lanes 32 (gid_3) do
    var red_2: vec f32
    var x_7: vec f32
    x_7 <- splat_f32(0.0f32)
    for gid_4 < n do
      var x_8: vec f32
      x_8 <- xss_mem[add_i64(gid_3, mul_i64(gid_4, m))..]
      var x_9: vec f32
      x_9 <- splat_f32(2.0f32)
      var add_5: vec f32
      add_5 <- fma_f32(x_8, x_9, x_7)
      x_7 <- add_5
    done
    red_2 <- x_7
    map_mem[gid_3..] <- red_2
  of lanes 16 (gid_5) do
    var red_3: vec f32
    var x_10: vec f32
    x_10 <- splat_f32(0.0f32)
    for gid_6 < n do
      var x_11: vec f32
      x_11 <- xss_mem[add_i64(gid_5, mul_i64(gid_6, m))..]
      var x_12: vec f32
      x_12 <- splat_f32(2.0f32)
      var add_6: vec f32
      add_6 <- fma_f32(x_11, x_12, x_10)
      x_10 <- add_6
    done
    red_3 <- x_10
    map_mem[gid_5..] <- red_3
  of kernel (gid_7 < m) do
    var red_4: f32
    reduce (red_4) <- gid_8 < n from (0.0f32) do
      var x_13: f32
      x_13 <- xss_mem[add_i64(gid_7, mul_i64(gid_8, m))]
    give (x_13, 2.0f32)
    op (x_14: f32, x_15: f32)
      var add_7: f32
      add_7 <- add_f32(x_14, x_15)
    give (add_7)
    step op (x_16: f32, x_17: f32, x_18: f32)
      var add_8: f32
      add_8 <- fma_f32(x_17, x_18, x_16)
    give (add_8)
    map_mem[gid_7] <- red_4
  done
return (red, [m]f32 @map_mem)
