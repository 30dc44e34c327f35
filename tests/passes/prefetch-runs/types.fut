-- A group of longer elements asks for several lines in each iteration. Two arrays have runs of their own.
entry main [n] (xss: [n][40]f64) (yss: [n][40]i8) : [n]f64 =
  map2 (\xs ys -> loop s = 0 for (x, y) in zip xs ys do s * 0.5 + x - f64.i8 y) xss yss
-- ---
-- before prefetch-runs (Lanes)
entry main (xss_mem: [n][40]f64, yss_mem: [= n][40]i8) do
  var map_mem: mem f64
  map_mem <- alloc f64 n
  lanes 32 (gid) do
    var acc: vec f64
    acc <- splat_f64(0.0f64)
    for i < 40i64 do
      var elem: vec f64
      elem <- xss_mem[each steps_i64(add_i64(mul_i64(40i64, gid), i), 40i64)]
      var elem_2: vec i8
      elem_2 <- yss_mem[each steps_i64(add_i64(mul_i64(40i64, gid), i), 40i64)]
      var mul: vec f64
      mul <- mul_f64(acc, splat_f64(0.5f64))
      var add: vec f64
      add <- add_f64(mul, elem)
      var conv: vec f64
      conv <- f64_of_i8(elem_2)
      var sub: vec f64
      sub <- sub_f64(add, conv)
      acc <- sub
    done
    var acc_2: vec f64
    acc_2 <- acc
    map_mem[gid..] <- acc_2
  of lanes 16 (gid_2) do
    var acc_3: vec f64
    acc_3 <- splat_f64(0.0f64)
    for i_2 < 40i64 do
      var elem_3: vec f64
      elem_3 <- xss_mem[each steps_i64(add_i64(mul_i64(40i64, gid_2), i_2), 40i64)]
      var elem_4: vec i8
      elem_4 <- yss_mem[each steps_i64(add_i64(mul_i64(40i64, gid_2), i_2), 40i64)]
      var mul_2: vec f64
      mul_2 <- mul_f64(acc_3, splat_f64(0.5f64))
      var add_2: vec f64
      add_2 <- add_f64(mul_2, elem_3)
      var conv_2: vec f64
      conv_2 <- f64_of_i8(elem_4)
      var sub_2: vec f64
      sub_2 <- sub_f64(add_2, conv_2)
      acc_3 <- sub_2
    done
    var acc_4: vec f64
    acc_4 <- acc_3
    map_mem[gid_2..] <- acc_4
  of kernel (gid_3 < n) do
    var acc_5: f64
    acc_5 <- 0.0f64
    for i_3 < 40i64 do
      var elem_5: f64
      elem_5 <- xss_mem[add_i64(mul_i64(40i64, gid_3), i_3)]
      var elem_6: i8
      elem_6 <- yss_mem[add_i64(mul_i64(40i64, gid_3), i_3)]
      var mul_3: f64
      mul_3 <- mul_f64(acc_5, 0.5f64)
      var add_3: f64
      add_3 <- add_f64(mul_3, elem_5)
      var conv_3: f64
      conv_3 <- f64_of_i8(elem_6)
      var sub_3: f64
      sub_3 <- sub_f64(add_3, conv_3)
      acc_5 <- sub_3
    done
    var acc_6: f64
    acc_6 <- acc_5
    map_mem[gid_3] <- acc_6
  done
return ([n]f64 @map_mem)

-- after prefetch-runs (Lanes)
entry main (xss_mem: [n][40]f64, yss_mem: [= n][40]i8) do
  var map_mem: mem f64
  map_mem <- alloc f64 n
  lanes 32 (gid) do
    var acc: vec f64
    acc <- splat_f64(0.0f64)
    for i < 40i64 do
      var elem: vec f64
      prefetch xss_mem[add_i64(add_i64(mul_i64(40i64, gid), i), add_i64(mul_i64(i, 31i64), 1280i64))]
      prefetch xss_mem[add_i64(add_i64(mul_i64(40i64, gid), i), add_i64(mul_i64(i, 31i64), 1288i64))]
      prefetch xss_mem[add_i64(add_i64(mul_i64(40i64, gid), i), add_i64(mul_i64(i, 31i64), 1296i64))]
      prefetch xss_mem[add_i64(add_i64(mul_i64(40i64, gid), i), add_i64(mul_i64(i, 31i64), 1304i64))]
      elem <- xss_mem[each steps_i64(add_i64(mul_i64(40i64, gid), i), 40i64)]
      var elem_2: vec i8
      prefetch yss_mem[add_i64(add_i64(mul_i64(40i64, gid), i), add_i64(mul_i64(i, 31i64), 1280i64))]
      elem_2 <- yss_mem[each steps_i64(add_i64(mul_i64(40i64, gid), i), 40i64)]
      var mul: vec f64
      mul <- mul_f64(acc, splat_f64(0.5f64))
      var add: vec f64
      add <- add_f64(mul, elem)
      var conv: vec f64
      conv <- f64_of_i8(elem_2)
      var sub: vec f64
      sub <- sub_f64(add, conv)
      acc <- sub
    done
    var acc_2: vec f64
    acc_2 <- acc
    map_mem[gid..] <- acc_2
  of lanes 16 (gid_2) do
    var acc_3: vec f64
    acc_3 <- splat_f64(0.0f64)
    for i_2 < 40i64 do
      var elem_3: vec f64
      prefetch xss_mem[add_i64(add_i64(mul_i64(40i64, gid_2), i_2), add_i64(mul_i64(i_2, 15i64), 640i64))]
      prefetch xss_mem[add_i64(add_i64(mul_i64(40i64, gid_2), i_2), add_i64(mul_i64(i_2, 15i64), 648i64))]
      elem_3 <- xss_mem[each steps_i64(add_i64(mul_i64(40i64, gid_2), i_2), 40i64)]
      var elem_4: vec i8
      prefetch yss_mem[add_i64(add_i64(mul_i64(40i64, gid_2), i_2), add_i64(mul_i64(i_2, 15i64), 640i64))]
      elem_4 <- yss_mem[each steps_i64(add_i64(mul_i64(40i64, gid_2), i_2), 40i64)]
      var mul_2: vec f64
      mul_2 <- mul_f64(acc_3, splat_f64(0.5f64))
      var add_2: vec f64
      add_2 <- add_f64(mul_2, elem_3)
      var conv_2: vec f64
      conv_2 <- f64_of_i8(elem_4)
      var sub_2: vec f64
      sub_2 <- sub_f64(add_2, conv_2)
      acc_3 <- sub_2
    done
    var acc_4: vec f64
    acc_4 <- acc_3
    map_mem[gid_2..] <- acc_4
  of kernel (gid_3 < n) do
    var acc_5: f64
    acc_5 <- 0.0f64
    for i_3 < 40i64 do
      var elem_5: f64
      elem_5 <- xss_mem[add_i64(mul_i64(40i64, gid_3), i_3)]
      var elem_6: i8
      elem_6 <- yss_mem[add_i64(mul_i64(40i64, gid_3), i_3)]
      var mul_3: f64
      mul_3 <- mul_f64(acc_5, 0.5f64)
      var add_3: f64
      add_3 <- add_f64(mul_3, elem_5)
      var conv_3: f64
      conv_3 <- f64_of_i8(elem_6)
      var sub_3: f64
      sub_3 <- sub_f64(add_3, conv_3)
      acc_5 <- sub_3
    done
    var acc_6: f64
    acc_6 <- acc_5
    map_mem[gid_3] <- acc_6
  done
return ([n]f64 @map_mem)
