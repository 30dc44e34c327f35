-- Little is computed, or only for whole groups, or a check may fail.
entry main [n] (xs: [n]f32) (ys: [32]f32) (is: [n]i64) : ([n]f32, [32]f32, [n]f32) =
  ( map (\x -> x * x + 1) xs
  , map f32.exp ys
  , map (\i -> f32.exp xs[i]) is)
-- ---
-- before fill-groups (Imp)
entry main (xs_mem: [n]f32, ys_mem: [32]f32, is_mem: [= n]i64) do
  var map_mem: mem f32
  map_mem <- alloc f32 n
  kernel (gid < n) do
    var x: f32
    x <- xs_mem[gid]
    var mul: f32
    mul <- mul_f32(x, x)
    var add: f32
    add <- add_f32(mul, 1.0f32)
    map_mem[gid] <- add
  done
  var map_mem_2: mem f32
  map_mem_2 <- alloc f32 32i64
  kernel (gid_2 < 32i64) do
    var x_2: f32
    x_2 <- ys_mem[gid_2]
    var exp: f32
    var exp_2: bool
    exp_2 <- lt_f32(x_2, -104.0f32)
    var exp_3: f32
    exp_3 <- select(exp_2, -104.0f32, x_2)
    var exp_4: bool
    exp_4 <- lt_f32(90.0f32, exp_3)
    var exp_5: f32
    exp_5 <- select(exp_4, 90.0f32, exp_3)
    var exp_6: f32
    exp_6 <- fma_f32(exp_5, 1.442695f32, 1.2582912e7f32)
    var exp_7: f32
    exp_7 <- sub_f32(exp_6, 1.2582912e7f32)
    var exp_8: u32
    exp_8 <- tobits_f32(exp_6)
    var exp_9: i32
    exp_9 <- i32_of_u32(exp_8)
    var exp_10: i32
    exp_10 <- sub_i32(exp_9, 1262485504i32)
    var exp_11: f32
    exp_11 <- fma_f32(exp_7, -0.6931472f32, exp_5)
    var exp_12: f32
    exp_12 <- fma_f32(exp_7, 1.9046542e-9f32, exp_11)
    var exp_13: f32
    exp_13 <- mul_f32(exp_12, exp_12)
    var exp_14: f32
    exp_14 <- fma_f32(1.989148e-4f32, exp_12, 1.393409e-3f32)
    var exp_15: f32
    exp_15 <- fma_f32(exp_14, exp_12, 8.3333105e-3f32)
    var exp_16: f32
    exp_16 <- fma_f32(exp_15, exp_12, 4.166646e-2f32)
    var exp_17: f32
    exp_17 <- fma_f32(exp_16, exp_12, 0.16666667f32)
    var exp_18: f32
    exp_18 <- fma_f32(exp_17, exp_12, 0.5f32)
    var exp_19: f32
    exp_19 <- fma_f32(exp_13, exp_18, exp_12)
    var exp_20: f32
    exp_20 <- add_f32(exp_19, 1.0f32)
    var exp_21: i32
    exp_21 <- shr_i32(exp_10, 1i32)
    var exp_22: i32
    exp_22 <- add_i32(exp_21, 127i32)
    var exp_23: i32
    exp_23 <- shl_i32(exp_22, 23i32)
    var exp_24: u32
    exp_24 <- u32_of_i32(exp_23)
    var exp_25: f32
    exp_25 <- frombits_u32(exp_24)
    var exp_26: f32
    exp_26 <- mul_f32(exp_20, exp_25)
    var exp_27: i32
    exp_27 <- sub_i32(exp_10, exp_21)
    var exp_28: i32
    exp_28 <- add_i32(exp_27, 127i32)
    var exp_29: i32
    exp_29 <- shl_i32(exp_28, 23i32)
    var exp_30: u32
    exp_30 <- u32_of_i32(exp_29)
    var exp_31: f32
    exp_31 <- frombits_u32(exp_30)
    var exp_32: f32
    exp_32 <- mul_f32(exp_26, exp_31)
    exp <- exp_32
    map_mem_2[gid_2] <- exp
  done
  var map_mem_3: mem f32
  map_mem_3 <- alloc f32 n
  kernel (gid_3 < n) do
    var x_3: i64
    x_3 <- is_mem[gid_3]
    var le: bool
    le <- le_i64(0i64, x_3)
    var lt: bool
    lt <- lt_i64(x_3, n)
    var logand: bool
    logand <- logand_bool(le, lt)
    assert logand ("Index [",
      x_3,
      "] out of bounds for array of shape ",
      "[",
      n,
      "]",
      ".") at (main.fut:5:24-28, main.fut:5:5-32)
    var elem: f32
    elem <- xs_mem[x_3]
    var exp_33: f32
    var exp_34: bool
    exp_34 <- lt_f32(elem, -104.0f32)
    var exp_35: f32
    exp_35 <- select(exp_34, -104.0f32, elem)
    var exp_36: bool
    exp_36 <- lt_f32(90.0f32, exp_35)
    var exp_37: f32
    exp_37 <- select(exp_36, 90.0f32, exp_35)
    var exp_38: f32
    exp_38 <- fma_f32(exp_37, 1.442695f32, 1.2582912e7f32)
    var exp_39: f32
    exp_39 <- sub_f32(exp_38, 1.2582912e7f32)
    var exp_40: u32
    exp_40 <- tobits_f32(exp_38)
    var exp_41: i32
    exp_41 <- i32_of_u32(exp_40)
    var exp_42: i32
    exp_42 <- sub_i32(exp_41, 1262485504i32)
    var exp_43: f32
    exp_43 <- fma_f32(exp_39, -0.6931472f32, exp_37)
    var exp_44: f32
    exp_44 <- fma_f32(exp_39, 1.9046542e-9f32, exp_43)
    var exp_45: f32
    exp_45 <- mul_f32(exp_44, exp_44)
    var exp_46: f32
    exp_46 <- fma_f32(1.989148e-4f32, exp_44, 1.393409e-3f32)
    var exp_47: f32
    exp_47 <- fma_f32(exp_46, exp_44, 8.3333105e-3f32)
    var exp_48: f32
    exp_48 <- fma_f32(exp_47, exp_44, 4.166646e-2f32)
    var exp_49: f32
    exp_49 <- fma_f32(exp_48, exp_44, 0.16666667f32)
    var exp_50: f32
    exp_50 <- fma_f32(exp_49, exp_44, 0.5f32)
    var exp_51: f32
    exp_51 <- fma_f32(exp_45, exp_50, exp_44)
    var exp_52: f32
    exp_52 <- add_f32(exp_51, 1.0f32)
    var exp_53: i32
    exp_53 <- shr_i32(exp_42, 1i32)
    var exp_54: i32
    exp_54 <- add_i32(exp_53, 127i32)
    var exp_55: i32
    exp_55 <- shl_i32(exp_54, 23i32)
    var exp_56: u32
    exp_56 <- u32_of_i32(exp_55)
    var exp_57: f32
    exp_57 <- frombits_u32(exp_56)
    var exp_58: f32
    exp_58 <- mul_f32(exp_52, exp_57)
    var exp_59: i32
    exp_59 <- sub_i32(exp_42, exp_53)
    var exp_60: i32
    exp_60 <- add_i32(exp_59, 127i32)
    var exp_61: i32
    exp_61 <- shl_i32(exp_60, 23i32)
    var exp_62: u32
    exp_62 <- u32_of_i32(exp_61)
    var exp_63: f32
    exp_63 <- frombits_u32(exp_62)
    var exp_64: f32
    exp_64 <- mul_f32(exp_58, exp_63)
    exp_33 <- exp_64
    map_mem_3[gid_3] <- exp_33
  done
return ([n]f32 @map_mem, [32i64]f32 @map_mem_2, [n]f32 @map_mem_3)

-- after fill-groups (Imp)
the same
