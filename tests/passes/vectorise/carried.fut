-- Several rows of constant length wait together for what an iteration leaves to the next. So they gain, though reads of
-- columns do not. Rows of other lengths do not gain.
-- options: lanes=8
entry main [n] [m] (xss: [n][40]f32) (yss: [n][m]f32) : ([n]f32, [n]f32) =
  let product [l] (xs: [l]f32) = loop p = 1 for x in xs do p * x
  in (map product xss, map product yss)
-- ---
-- before vectorise (Imp)
entry main (xss_mem: [n][40]f32, yss_mem: [= n][m]f32) do
  var map_mem: mem f32
  map_mem <- alloc f32 n
  kernel (gid < n) do
    var acc: f32
    acc <- 1.0f32
    for i < 40i64 do
      var elem: f32
      elem <- xss_mem[add_i64(mul_i64(40i64, gid), i)]
      var mul: f32
      mul <- mul_f32(acc, elem)
      acc <- mul
    done
    var acc_2: f32
    acc_2 <- acc
    map_mem[gid] <- acc_2
  done
  var map_mem_2: mem f32
  map_mem_2 <- alloc f32 n
  kernel (gid_2 < n) do
    var acc_3: f32
    acc_3 <- 1.0f32
    for i_2 < m do
      var elem_2: f32
      elem_2 <- yss_mem[add_i64(mul_i64(gid_2, m), i_2)]
      var mul_2: f32
      mul_2 <- mul_f32(acc_3, elem_2)
      acc_3 <- mul_2
    done
    var acc_4: f32
    acc_4 <- acc_3
    map_mem_2[gid_2] <- acc_4
  done
return ([n]f32 @map_mem, [n]f32 @map_mem_2)

-- after vectorise (Lanes)
entry main (xss_mem: [n][40]f32, yss_mem: [= n][m]f32) do
  var map_mem: mem f32
  map_mem <- alloc f32 n
  lanes 32 (gid) do
    var acc: vec f32
    acc <- splat_f32(1.0f32)
    for i < 40i64 do
      var elem: vec f32
      elem <- xss_mem[each steps_i64(add_i64(mul_i64(40i64, gid), i), 40i64)]
      var mul: vec f32
      mul <- mul_f32(acc, elem)
      acc <- mul
    done
    var acc_2: vec f32
    acc_2 <- acc
    map_mem[gid..] <- acc_2
  of lanes 8 (gid_2) do
    var acc_3: vec f32
    acc_3 <- splat_f32(1.0f32)
    for i_2 < 40i64 do
      var elem_2: vec f32
      elem_2 <- xss_mem[each steps_i64(add_i64(mul_i64(40i64, gid_2), i_2), 40i64)]
      var mul_2: vec f32
      mul_2 <- mul_f32(acc_3, elem_2)
      acc_3 <- mul_2
    done
    var acc_4: vec f32
    acc_4 <- acc_3
    map_mem[gid_2..] <- acc_4
  of kernel (gid_3 < n) do
    var acc_5: f32
    acc_5 <- 1.0f32
    for i_3 < 40i64 do
      var elem_3: f32
      elem_3 <- xss_mem[add_i64(mul_i64(40i64, gid_3), i_3)]
      var mul_3: f32
      mul_3 <- mul_f32(acc_5, elem_3)
      acc_5 <- mul_3
    done
    var acc_6: f32
    acc_6 <- acc_5
    map_mem[gid_3] <- acc_6
  done
  var map_mem_2: mem f32
  map_mem_2 <- alloc f32 n
  lanes 8 (gid_4) do
    leave if lt_i64(32i64, m)
    var acc_7: vec f32
    acc_7 <- splat_f32(1.0f32)
    for i_4 < m do
      var elem_4: vec f32
      elem_4 <- yss_mem[each steps_i64(add_i64(mul_i64(gid_4, m), i_4), m)]
      var mul_4: vec f32
      mul_4 <- mul_f32(acc_7, elem_4)
      acc_7 <- mul_4
    done
    var acc_8: vec f32
    acc_8 <- acc_7
    map_mem_2[gid_4..] <- acc_8
  of kernel (gid_5 < n) do
    var acc_9: f32
    acc_9 <- 1.0f32
    for i_5 < m do
      var elem_5: f32
      elem_5 <- yss_mem[add_i64(mul_i64(gid_5, m), i_5)]
      var mul_5: f32
      mul_5 <- mul_f32(acc_9, elem_5)
      acc_9 <- mul_5
    done
    var acc_10: f32
    acc_10 <- acc_9
    map_mem_2[gid_5] <- acc_10
  done
return ([n]f32 @map_mem, [n]f32 @map_mem_2)
