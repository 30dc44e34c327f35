-- The example of the documentation.
-- Documentation:
-- kernel (i < n) do x <- a[i]; y <- x * x; … b[i] <- z done
-- becomes
-- kernel (i < (n + 15) / 16 * 16) do if i < n then x <- a[i]; y <- x * x; … b[i] <- z fi done
--
-- Written out:
-- kernel (gid < n) do var x: f32 x <- a_mem[gid] var mul: f32 mul <- mul_f32(x, x) … map_mem[gid] <- r done
-- becomes
-- kernel (gid < mul_i64(quot_i64(add_i64(n, 15i64), 16i64), 16i64)) do
--   if lt_i64(gid, n) then
--     var x: f32 x <- a_mem[gid] var mul: f32 mul <- mul_f32(x, x) … map_mem[gid] <- r
--   else
--   fi
-- done
--
entry main [n] (a: [n]f32) : [n]f32 =
  let f y = ((y * y + 0.5) * (y - 0.25) + 1) * (y + 0.125) * (1 - y)
  in map (\x -> f (f (f (f (f (f (f (f x)))))))) a
-- ---
-- before fill-groups (Imp)
entry main (a_mem: [n]f32) do
  var map_mem: mem f32
  map_mem <- alloc f32 n
  kernel (gid < n) do
    var x: f32
    x <- a_mem[gid]
    var mul: f32
    mul <- mul_f32(x, x)
    var add: f32
    add <- add_f32(mul, 0.5f32)
    var sub: f32
    sub <- sub_f32(x, 0.25f32)
    var mul_2: f32
    mul_2 <- mul_f32(add, sub)
    var add_2: f32
    add_2 <- add_f32(mul_2, 1.0f32)
    var add_3: f32
    add_3 <- add_f32(x, 0.125f32)
    var mul_3: f32
    mul_3 <- mul_f32(add_2, add_3)
    var sub_2: f32
    sub_2 <- sub_f32(1.0f32, x)
    var mul_4: f32
    mul_4 <- mul_f32(mul_3, sub_2)
    var mul_5: f32
    mul_5 <- mul_f32(mul_4, mul_4)
    var add_4: f32
    add_4 <- add_f32(mul_5, 0.5f32)
    var sub_3: f32
    sub_3 <- sub_f32(mul_4, 0.25f32)
    var mul_6: f32
    mul_6 <- mul_f32(add_4, sub_3)
    var add_5: f32
    add_5 <- add_f32(mul_6, 1.0f32)
    var add_6: f32
    add_6 <- add_f32(mul_4, 0.125f32)
    var mul_7: f32
    mul_7 <- mul_f32(add_5, add_6)
    var sub_4: f32
    sub_4 <- sub_f32(1.0f32, mul_4)
    var mul_8: f32
    mul_8 <- mul_f32(mul_7, sub_4)
    var mul_9: f32
    mul_9 <- mul_f32(mul_8, mul_8)
    var add_7: f32
    add_7 <- add_f32(mul_9, 0.5f32)
    var sub_5: f32
    sub_5 <- sub_f32(mul_8, 0.25f32)
    var mul_10: f32
    mul_10 <- mul_f32(add_7, sub_5)
    var add_8: f32
    add_8 <- add_f32(mul_10, 1.0f32)
    var add_9: f32
    add_9 <- add_f32(mul_8, 0.125f32)
    var mul_11: f32
    mul_11 <- mul_f32(add_8, add_9)
    var sub_6: f32
    sub_6 <- sub_f32(1.0f32, mul_8)
    var mul_12: f32
    mul_12 <- mul_f32(mul_11, sub_6)
    var mul_13: f32
    mul_13 <- mul_f32(mul_12, mul_12)
    var add_10: f32
    add_10 <- add_f32(mul_13, 0.5f32)
    var sub_7: f32
    sub_7 <- sub_f32(mul_12, 0.25f32)
    var mul_14: f32
    mul_14 <- mul_f32(add_10, sub_7)
    var add_11: f32
    add_11 <- add_f32(mul_14, 1.0f32)
    var add_12: f32
    add_12 <- add_f32(mul_12, 0.125f32)
    var mul_15: f32
    mul_15 <- mul_f32(add_11, add_12)
    var sub_8: f32
    sub_8 <- sub_f32(1.0f32, mul_12)
    var mul_16: f32
    mul_16 <- mul_f32(mul_15, sub_8)
    var mul_17: f32
    mul_17 <- mul_f32(mul_16, mul_16)
    var add_13: f32
    add_13 <- add_f32(mul_17, 0.5f32)
    var sub_9: f32
    sub_9 <- sub_f32(mul_16, 0.25f32)
    var mul_18: f32
    mul_18 <- mul_f32(add_13, sub_9)
    var add_14: f32
    add_14 <- add_f32(mul_18, 1.0f32)
    var add_15: f32
    add_15 <- add_f32(mul_16, 0.125f32)
    var mul_19: f32
    mul_19 <- mul_f32(add_14, add_15)
    var sub_10: f32
    sub_10 <- sub_f32(1.0f32, mul_16)
    var mul_20: f32
    mul_20 <- mul_f32(mul_19, sub_10)
    var mul_21: f32
    mul_21 <- mul_f32(mul_20, mul_20)
    var add_16: f32
    add_16 <- add_f32(mul_21, 0.5f32)
    var sub_11: f32
    sub_11 <- sub_f32(mul_20, 0.25f32)
    var mul_22: f32
    mul_22 <- mul_f32(add_16, sub_11)
    var add_17: f32
    add_17 <- add_f32(mul_22, 1.0f32)
    var add_18: f32
    add_18 <- add_f32(mul_20, 0.125f32)
    var mul_23: f32
    mul_23 <- mul_f32(add_17, add_18)
    var sub_12: f32
    sub_12 <- sub_f32(1.0f32, mul_20)
    var mul_24: f32
    mul_24 <- mul_f32(mul_23, sub_12)
    var mul_25: f32
    mul_25 <- mul_f32(mul_24, mul_24)
    var add_19: f32
    add_19 <- add_f32(mul_25, 0.5f32)
    var sub_13: f32
    sub_13 <- sub_f32(mul_24, 0.25f32)
    var mul_26: f32
    mul_26 <- mul_f32(add_19, sub_13)
    var add_20: f32
    add_20 <- add_f32(mul_26, 1.0f32)
    var add_21: f32
    add_21 <- add_f32(mul_24, 0.125f32)
    var mul_27: f32
    mul_27 <- mul_f32(add_20, add_21)
    var sub_14: f32
    sub_14 <- sub_f32(1.0f32, mul_24)
    var mul_28: f32
    mul_28 <- mul_f32(mul_27, sub_14)
    var mul_29: f32
    mul_29 <- mul_f32(mul_28, mul_28)
    var add_22: f32
    add_22 <- add_f32(mul_29, 0.5f32)
    var sub_15: f32
    sub_15 <- sub_f32(mul_28, 0.25f32)
    var mul_30: f32
    mul_30 <- mul_f32(add_22, sub_15)
    var add_23: f32
    add_23 <- add_f32(mul_30, 1.0f32)
    var add_24: f32
    add_24 <- add_f32(mul_28, 0.125f32)
    var mul_31: f32
    mul_31 <- mul_f32(add_23, add_24)
    var sub_16: f32
    sub_16 <- sub_f32(1.0f32, mul_28)
    var mul_32: f32
    mul_32 <- mul_f32(mul_31, sub_16)
    map_mem[gid] <- mul_32
  done
return ([n]f32 @map_mem)

-- after fill-groups (Imp)
entry main (a_mem: [n]f32) do
  var map_mem: mem f32
  map_mem <- alloc f32 n
  kernel (gid < mul_i64(quot_i64(add_i64(n, 15i64), 16i64), 16i64)) do
    if lt_i64(gid, n) then
      var x: f32
      x <- a_mem[gid]
      var mul: f32
      mul <- mul_f32(x, x)
      var add: f32
      add <- add_f32(mul, 0.5f32)
      var sub: f32
      sub <- sub_f32(x, 0.25f32)
      var mul_2: f32
      mul_2 <- mul_f32(add, sub)
      var add_2: f32
      add_2 <- add_f32(mul_2, 1.0f32)
      var add_3: f32
      add_3 <- add_f32(x, 0.125f32)
      var mul_3: f32
      mul_3 <- mul_f32(add_2, add_3)
      var sub_2: f32
      sub_2 <- sub_f32(1.0f32, x)
      var mul_4: f32
      mul_4 <- mul_f32(mul_3, sub_2)
      var mul_5: f32
      mul_5 <- mul_f32(mul_4, mul_4)
      var add_4: f32
      add_4 <- add_f32(mul_5, 0.5f32)
      var sub_3: f32
      sub_3 <- sub_f32(mul_4, 0.25f32)
      var mul_6: f32
      mul_6 <- mul_f32(add_4, sub_3)
      var add_5: f32
      add_5 <- add_f32(mul_6, 1.0f32)
      var add_6: f32
      add_6 <- add_f32(mul_4, 0.125f32)
      var mul_7: f32
      mul_7 <- mul_f32(add_5, add_6)
      var sub_4: f32
      sub_4 <- sub_f32(1.0f32, mul_4)
      var mul_8: f32
      mul_8 <- mul_f32(mul_7, sub_4)
      var mul_9: f32
      mul_9 <- mul_f32(mul_8, mul_8)
      var add_7: f32
      add_7 <- add_f32(mul_9, 0.5f32)
      var sub_5: f32
      sub_5 <- sub_f32(mul_8, 0.25f32)
      var mul_10: f32
      mul_10 <- mul_f32(add_7, sub_5)
      var add_8: f32
      add_8 <- add_f32(mul_10, 1.0f32)
      var add_9: f32
      add_9 <- add_f32(mul_8, 0.125f32)
      var mul_11: f32
      mul_11 <- mul_f32(add_8, add_9)
      var sub_6: f32
      sub_6 <- sub_f32(1.0f32, mul_8)
      var mul_12: f32
      mul_12 <- mul_f32(mul_11, sub_6)
      var mul_13: f32
      mul_13 <- mul_f32(mul_12, mul_12)
      var add_10: f32
      add_10 <- add_f32(mul_13, 0.5f32)
      var sub_7: f32
      sub_7 <- sub_f32(mul_12, 0.25f32)
      var mul_14: f32
      mul_14 <- mul_f32(add_10, sub_7)
      var add_11: f32
      add_11 <- add_f32(mul_14, 1.0f32)
      var add_12: f32
      add_12 <- add_f32(mul_12, 0.125f32)
      var mul_15: f32
      mul_15 <- mul_f32(add_11, add_12)
      var sub_8: f32
      sub_8 <- sub_f32(1.0f32, mul_12)
      var mul_16: f32
      mul_16 <- mul_f32(mul_15, sub_8)
      var mul_17: f32
      mul_17 <- mul_f32(mul_16, mul_16)
      var add_13: f32
      add_13 <- add_f32(mul_17, 0.5f32)
      var sub_9: f32
      sub_9 <- sub_f32(mul_16, 0.25f32)
      var mul_18: f32
      mul_18 <- mul_f32(add_13, sub_9)
      var add_14: f32
      add_14 <- add_f32(mul_18, 1.0f32)
      var add_15: f32
      add_15 <- add_f32(mul_16, 0.125f32)
      var mul_19: f32
      mul_19 <- mul_f32(add_14, add_15)
      var sub_10: f32
      sub_10 <- sub_f32(1.0f32, mul_16)
      var mul_20: f32
      mul_20 <- mul_f32(mul_19, sub_10)
      var mul_21: f32
      mul_21 <- mul_f32(mul_20, mul_20)
      var add_16: f32
      add_16 <- add_f32(mul_21, 0.5f32)
      var sub_11: f32
      sub_11 <- sub_f32(mul_20, 0.25f32)
      var mul_22: f32
      mul_22 <- mul_f32(add_16, sub_11)
      var add_17: f32
      add_17 <- add_f32(mul_22, 1.0f32)
      var add_18: f32
      add_18 <- add_f32(mul_20, 0.125f32)
      var mul_23: f32
      mul_23 <- mul_f32(add_17, add_18)
      var sub_12: f32
      sub_12 <- sub_f32(1.0f32, mul_20)
      var mul_24: f32
      mul_24 <- mul_f32(mul_23, sub_12)
      var mul_25: f32
      mul_25 <- mul_f32(mul_24, mul_24)
      var add_19: f32
      add_19 <- add_f32(mul_25, 0.5f32)
      var sub_13: f32
      sub_13 <- sub_f32(mul_24, 0.25f32)
      var mul_26: f32
      mul_26 <- mul_f32(add_19, sub_13)
      var add_20: f32
      add_20 <- add_f32(mul_26, 1.0f32)
      var add_21: f32
      add_21 <- add_f32(mul_24, 0.125f32)
      var mul_27: f32
      mul_27 <- mul_f32(add_20, add_21)
      var sub_14: f32
      sub_14 <- sub_f32(1.0f32, mul_24)
      var mul_28: f32
      mul_28 <- mul_f32(mul_27, sub_14)
      var mul_29: f32
      mul_29 <- mul_f32(mul_28, mul_28)
      var add_22: f32
      add_22 <- add_f32(mul_29, 0.5f32)
      var sub_15: f32
      sub_15 <- sub_f32(mul_28, 0.25f32)
      var mul_30: f32
      mul_30 <- mul_f32(add_22, sub_15)
      var add_23: f32
      add_23 <- add_f32(mul_30, 1.0f32)
      var add_24: f32
      add_24 <- add_f32(mul_28, 0.125f32)
      var mul_31: f32
      mul_31 <- mul_f32(add_23, add_24)
      var sub_16: f32
      sub_16 <- sub_f32(1.0f32, mul_28)
      var mul_32: f32
      mul_32 <- mul_f32(mul_31, sub_16)
      map_mem[gid] <- mul_32
    else
    fi
  done
return ([n]f32 @map_mem)
