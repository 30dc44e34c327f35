-- Runs of unknown length, long ones, columns, and elements that all iterations read stay as they are.
entry main [n] [m] (xss: [n][m]f32) (yss: [n][9000]f32) (zss: [40][n]f32) (ws: [40]f32) : [n]f32 =
  let f xs ys zs = let a = loop s = 0 for x in xs do s * 0.5 + x
                   let b = loop s = a for y in ys do s * 0.5 + y
                   in loop s = b for (z, w) in zip zs ws do s * 0.5 + z * w
  in map3 f xss yss (transpose zss)
-- ---
-- before prefetch-runs (Lanes)
entry main (xss_mem: [n][m]f32,
  yss_mem: [= n][9000]f32,
  zss_mem: [40][= n]f32,
  ws_mem: [40]f32) do
  var map_mem: mem f32
  map_mem <- alloc f32 n
  lanes 32 (gid) do
    var acc: vec f32
    acc <- splat_f32(0.0f32)
    for i < m do
      var elem: vec f32
      elem <- xss_mem[each steps_i64(add_i64(mul_i64(gid, m), i), m)]
      var mul: vec f32
      mul <- mul_f32(acc, splat_f32(0.5f32))
      var add: vec f32
      add <- add_f32(mul, elem)
      acc <- add
    done
    var acc_2: vec f32
    acc_2 <- acc
    var acc_3: vec f32
    acc_3 <- acc_2
    for i_2 < 9000i64 do
      var elem_2: vec f32
      elem_2 <- yss_mem[each steps_i64(add_i64(mul_i64(9000i64, gid), i_2), 9000i64)]
      var mul_2: vec f32
      mul_2 <- mul_f32(acc_3, splat_f32(0.5f32))
      var add_2: vec f32
      add_2 <- add_f32(mul_2, elem_2)
      acc_3 <- add_2
    done
    var acc_4: vec f32
    acc_4 <- acc_3
    var acc_5: vec f32
    acc_5 <- acc_4
    for i_3 < 40i64 do
      var elem_3: vec f32
      elem_3 <- zss_mem[add_i64(gid, mul_i64(i_3, n))..]
      var elem_4: f32
      elem_4 <- ws_mem[i_3]
      var mul_3: vec f32
      mul_3 <- mul_f32(acc_5, splat_f32(0.5f32))
      var mul_4: vec f32
      mul_4 <- mul_f32(elem_3, splat_f32(elem_4))
      var add_3: vec f32
      add_3 <- add_f32(mul_3, mul_4)
      acc_5 <- add_3
    done
    var acc_6: vec f32
    acc_6 <- acc_5
    map_mem[gid..] <- acc_6
  of lanes 16 (gid_2) do
    var acc_7: vec f32
    acc_7 <- splat_f32(0.0f32)
    for i_4 < m do
      var elem_5: vec f32
      elem_5 <- xss_mem[each steps_i64(add_i64(mul_i64(gid_2, m), i_4), m)]
      var mul_5: vec f32
      mul_5 <- mul_f32(acc_7, splat_f32(0.5f32))
      var add_4: vec f32
      add_4 <- add_f32(mul_5, elem_5)
      acc_7 <- add_4
    done
    var acc_8: vec f32
    acc_8 <- acc_7
    var acc_9: vec f32
    acc_9 <- acc_8
    for i_5 < 9000i64 do
      var elem_6: vec f32
      elem_6 <- yss_mem[each steps_i64(add_i64(mul_i64(9000i64, gid_2), i_5), 9000i64)]
      var mul_6: vec f32
      mul_6 <- mul_f32(acc_9, splat_f32(0.5f32))
      var add_5: vec f32
      add_5 <- add_f32(mul_6, elem_6)
      acc_9 <- add_5
    done
    var acc_10: vec f32
    acc_10 <- acc_9
    var acc_11: vec f32
    acc_11 <- acc_10
    for i_6 < 40i64 do
      var elem_7: vec f32
      elem_7 <- zss_mem[add_i64(gid_2, mul_i64(i_6, n))..]
      var elem_8: f32
      elem_8 <- ws_mem[i_6]
      var mul_7: vec f32
      mul_7 <- mul_f32(acc_11, splat_f32(0.5f32))
      var mul_8: vec f32
      mul_8 <- mul_f32(elem_7, splat_f32(elem_8))
      var add_6: vec f32
      add_6 <- add_f32(mul_7, mul_8)
      acc_11 <- add_6
    done
    var acc_12: vec f32
    acc_12 <- acc_11
    map_mem[gid_2..] <- acc_12
  of kernel (gid_3 < n) do
    var acc_13: f32
    acc_13 <- 0.0f32
    for i_7 < m do
      var elem_9: f32
      elem_9 <- xss_mem[add_i64(mul_i64(gid_3, m), i_7)]
      var mul_9: f32
      mul_9 <- mul_f32(acc_13, 0.5f32)
      var add_7: f32
      add_7 <- add_f32(mul_9, elem_9)
      acc_13 <- add_7
    done
    var acc_14: f32
    acc_14 <- acc_13
    var acc_15: f32
    acc_15 <- acc_14
    for i_8 < 9000i64 do
      var elem_10: f32
      elem_10 <- yss_mem[add_i64(mul_i64(9000i64, gid_3), i_8)]
      var mul_10: f32
      mul_10 <- mul_f32(acc_15, 0.5f32)
      var add_8: f32
      add_8 <- add_f32(mul_10, elem_10)
      acc_15 <- add_8
    done
    var acc_16: f32
    acc_16 <- acc_15
    var acc_17: f32
    acc_17 <- acc_16
    for i_9 < 40i64 do
      var elem_11: f32
      elem_11 <- zss_mem[add_i64(gid_3, mul_i64(i_9, n))]
      var elem_12: f32
      elem_12 <- ws_mem[i_9]
      var mul_11: f32
      mul_11 <- mul_f32(acc_17, 0.5f32)
      var mul_12: f32
      mul_12 <- mul_f32(elem_11, elem_12)
      var add_9: f32
      add_9 <- add_f32(mul_11, mul_12)
      acc_17 <- add_9
    done
    var acc_18: f32
    acc_18 <- acc_17
    map_mem[gid_3] <- acc_18
  done
return ([n]f32 @map_mem)

-- after prefetch-runs (Lanes)
the same
