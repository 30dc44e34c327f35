-- The formula for f64 has no fused multiply-adds. Basic operations stay.
entry main [n] (xs: [n]f64) : ([n]f64, [n]f64) = (map f64.exp xs, map f64.sqrt xs)
-- ---
-- before expand-math (Imp)
entry main (xs_mem: [n]f64) do
  var map_mem: mem f64
  map_mem <- alloc f64 n
  var map_mem_2: mem f64
  map_mem_2 <- alloc f64 n
  kernel (gid < n) do
    var x: f64
    x <- xs_mem[gid]
    var exp: f64
    exp <- exp_f64(x)
    var sqrt: f64
    sqrt <- sqrt_f64(x)
    map_mem[gid] <- exp
    map_mem_2[gid] <- sqrt
  done
return ([n]f64 @map_mem, [n]f64 @map_mem_2)

-- after expand-math (Imp)
entry main (xs_mem: [n]f64) do
  var map_mem: mem f64
  map_mem <- alloc f64 n
  var map_mem_2: mem f64
  map_mem_2 <- alloc f64 n
  kernel (gid < n) do
    var x: f64
    x <- xs_mem[gid]
    var exp: f64
    var exp_2: bool
    exp_2 <- lt_f64(x, -746.0f64)
    var exp_3: f64
    exp_3 <- select(exp_2, -746.0f64, x)
    var exp_4: bool
    exp_4 <- lt_f64(711.0f64, exp_3)
    var exp_5: f64
    exp_5 <- select(exp_4, 711.0f64, exp_3)
    var exp_6: f64
    exp_6 <- mul_f64(exp_5, 1.4426950408889634f64)
    var exp_7: f64
    exp_7 <- add_f64(exp_6, 6.755399441055744e15f64)
    var exp_8: f64
    exp_8 <- sub_f64(exp_7, 6.755399441055744e15f64)
    var exp_9: u64
    exp_9 <- tobits_f64(exp_7)
    var exp_10: i64
    exp_10 <- i64_of_u64(exp_9)
    var exp_11: i64
    exp_11 <- sub_i64(exp_10, 4843621399236968448i64)
    var exp_12: f64
    exp_12 <- mul_f64(exp_8, -0.6931471805598903f64)
    var exp_13: f64
    exp_13 <- add_f64(exp_12, exp_5)
    var exp_14: f64
    exp_14 <- mul_f64(exp_8, -5.497923018708371e-14f64)
    var exp_15: f64
    exp_15 <- add_f64(exp_14, exp_13)
    var exp_16: f64
    exp_16 <- mul_f64(exp_15, exp_15)
    var exp_17: f64
    exp_17 <- mul_f64(2.0914679376583935e-9f64, exp_15)
    var exp_18: f64
    exp_18 <- add_f64(exp_17, 2.510520637395701e-8f64)
    var exp_19: f64
    exp_19 <- mul_f64(exp_18, exp_15)
    var exp_20: f64
    exp_20 <- add_f64(exp_19, 2.7557273661348637e-7f64)
    var exp_21: f64
    exp_21 <- mul_f64(exp_20, exp_15)
    var exp_22: f64
    exp_22 <- add_f64(exp_21, 2.7557255425746435e-6f64)
    var exp_23: f64
    exp_23 <- mul_f64(exp_22, exp_15)
    var exp_24: f64
    exp_24 <- add_f64(exp_23, 2.4801587325533363e-5f64)
    var exp_25: f64
    exp_25 <- mul_f64(exp_24, exp_15)
    var exp_26: f64
    exp_26 <- add_f64(exp_25, 1.9841269874800493e-4f64)
    var exp_27: f64
    exp_27 <- mul_f64(exp_26, exp_15)
    var exp_28: f64
    exp_28 <- add_f64(exp_27, 1.3888888888883752e-3f64)
    var exp_29: f64
    exp_29 <- mul_f64(exp_28, exp_15)
    var exp_30: f64
    exp_30 <- add_f64(exp_29, 8.333333333326141e-3f64)
    var exp_31: f64
    exp_31 <- mul_f64(exp_30, exp_15)
    var exp_32: f64
    exp_32 <- add_f64(exp_31, 4.166666666666667e-2f64)
    var exp_33: f64
    exp_33 <- mul_f64(exp_32, exp_15)
    var exp_34: f64
    exp_34 <- add_f64(exp_33, 0.1666666666666667f64)
    var exp_35: f64
    exp_35 <- mul_f64(exp_34, exp_15)
    var exp_36: f64
    exp_36 <- add_f64(exp_35, 0.5f64)
    var exp_37: f64
    exp_37 <- mul_f64(exp_16, exp_36)
    var exp_38: f64
    exp_38 <- add_f64(exp_37, exp_15)
    var exp_39: f64
    exp_39 <- add_f64(exp_38, 1.0f64)
    var exp_40: i64
    exp_40 <- shr_i64(exp_11, 1i64)
    var exp_41: i64
    exp_41 <- add_i64(exp_40, 1023i64)
    var exp_42: i64
    exp_42 <- shl_i64(exp_41, 52i64)
    var exp_43: u64
    exp_43 <- u64_of_i64(exp_42)
    var exp_44: f64
    exp_44 <- frombits_u64(exp_43)
    var exp_45: f64
    exp_45 <- mul_f64(exp_39, exp_44)
    var exp_46: i64
    exp_46 <- sub_i64(exp_11, exp_40)
    var exp_47: i64
    exp_47 <- add_i64(exp_46, 1023i64)
    var exp_48: i64
    exp_48 <- shl_i64(exp_47, 52i64)
    var exp_49: u64
    exp_49 <- u64_of_i64(exp_48)
    var exp_50: f64
    exp_50 <- frombits_u64(exp_49)
    var exp_51: f64
    exp_51 <- mul_f64(exp_45, exp_50)
    exp <- exp_51
    var sqrt: f64
    sqrt <- sqrt_f64(x)
    map_mem[gid] <- exp
    map_mem_2[gid] <- sqrt
  done
return ([n]f64 @map_mem, [n]f64 @map_mem_2)
