-- The example of the documentation.
-- Documentation:
-- lanes 16 (j) do for i < 80 do v <- xs[each steps(j * 80 + i, 80)]; … done of kernel (k < n) do … done
-- becomes
-- lanes 16 (j) do for i < 80 do prefetch xs[j * 80 + i + (i * 15 + 1280)];
-- v <- xs[each steps(j * 80 + i, 80)]; … done of kernel (k < n) do … done
--
-- Written out:
-- of lanes 16 (gid_2) do var acc_3: vec f32 … for i_2 < 80i64 do var elem_2: vec f32 elem_2 <- xss_mem[each steps_i64(add_i64(mul_i64(80i64, gid_2), i_2), 80i64)]
-- becomes
-- of lanes 16 (gid_2) do var acc_3: vec f32 … for i_2 < 80i64 do var elem_2: vec f32 prefetch xss_mem[add_i64(add_i64(mul_i64(80i64, gid_2), i_2), add_i64(mul_i64(i_2, 15i64), 1280i64))] elem_2 <- xss_mem[each steps_i64(add_i64(mul_i64(80i64, gid_2), i_2), 80i64)]
--
entry main [n] (xss: [n][80]f32) : [n]f32 = map (\xs -> loop s = 0 for x in xs do s * 0.5 + x) xss
-- ---
-- before prefetch-runs (Lanes)
entry main (xss_mem: [n][80]f32) do
  var map_mem: mem f32
  map_mem <- alloc f32 n
  lanes 32 (gid) do
    var acc: vec f32
    acc <- splat_f32(0.0f32)
    for i < 80i64 do
      var elem: vec f32
      elem <- xss_mem[each steps_i64(add_i64(mul_i64(80i64, gid), i), 80i64)]
      var mul: vec f32
      mul <- mul_f32(acc, splat_f32(0.5f32))
      var add: vec f32
      add <- add_f32(mul, elem)
      acc <- add
    done
    var acc_2: vec f32
    acc_2 <- acc
    map_mem[gid..] <- acc_2
  of lanes 16 (gid_2) do
    var acc_3: vec f32
    acc_3 <- splat_f32(0.0f32)
    for i_2 < 80i64 do
      var elem_2: vec f32
      elem_2 <- xss_mem[each steps_i64(add_i64(mul_i64(80i64, gid_2), i_2), 80i64)]
      var mul_2: vec f32
      mul_2 <- mul_f32(acc_3, splat_f32(0.5f32))
      var add_2: vec f32
      add_2 <- add_f32(mul_2, elem_2)
      acc_3 <- add_2
    done
    var acc_4: vec f32
    acc_4 <- acc_3
    map_mem[gid_2..] <- acc_4
  of kernel (gid_3 < n) do
    var acc_5: f32
    acc_5 <- 0.0f32
    for i_3 < 80i64 do
      var elem_3: f32
      elem_3 <- xss_mem[add_i64(mul_i64(80i64, gid_3), i_3)]
      var mul_3: f32
      mul_3 <- mul_f32(acc_5, 0.5f32)
      var add_3: f32
      add_3 <- add_f32(mul_3, elem_3)
      acc_5 <- add_3
    done
    var acc_6: f32
    acc_6 <- acc_5
    map_mem[gid_3] <- acc_6
  done
return ([n]f32 @map_mem)

-- after prefetch-runs (Lanes)
entry main (xss_mem: [n][80]f32) do
  var map_mem: mem f32
  map_mem <- alloc f32 n
  lanes 32 (gid) do
    var acc: vec f32
    acc <- splat_f32(0.0f32)
    for i < 80i64 do
      var elem: vec f32
      prefetch xss_mem[add_i64(add_i64(mul_i64(80i64, gid), i), add_i64(mul_i64(i, 31i64), 2560i64))]
      prefetch xss_mem[add_i64(add_i64(mul_i64(80i64, gid), i), add_i64(mul_i64(i, 31i64), 2576i64))]
      elem <- xss_mem[each steps_i64(add_i64(mul_i64(80i64, gid), i), 80i64)]
      var mul: vec f32
      mul <- mul_f32(acc, splat_f32(0.5f32))
      var add: vec f32
      add <- add_f32(mul, elem)
      acc <- add
    done
    var acc_2: vec f32
    acc_2 <- acc
    map_mem[gid..] <- acc_2
  of lanes 16 (gid_2) do
    var acc_3: vec f32
    acc_3 <- splat_f32(0.0f32)
    for i_2 < 80i64 do
      var elem_2: vec f32
      prefetch xss_mem[add_i64(add_i64(mul_i64(80i64, gid_2), i_2), add_i64(mul_i64(i_2, 15i64), 1280i64))]
      elem_2 <- xss_mem[each steps_i64(add_i64(mul_i64(80i64, gid_2), i_2), 80i64)]
      var mul_2: vec f32
      mul_2 <- mul_f32(acc_3, splat_f32(0.5f32))
      var add_2: vec f32
      add_2 <- add_f32(mul_2, elem_2)
      acc_3 <- add_2
    done
    var acc_4: vec f32
    acc_4 <- acc_3
    map_mem[gid_2..] <- acc_4
  of kernel (gid_3 < n) do
    var acc_5: f32
    acc_5 <- 0.0f32
    for i_3 < 80i64 do
      var elem_3: f32
      elem_3 <- xss_mem[add_i64(mul_i64(80i64, gid_3), i_3)]
      var mul_3: f32
      mul_3 <- mul_f32(acc_5, 0.5f32)
      var add_3: f32
      add_3 <- add_f32(mul_3, elem_3)
      acc_5 <- add_3
    done
    var acc_6: f32
    acc_6 <- acc_5
    map_mem[gid_3] <- acc_6
  done
return ([n]f32 @map_mem)
