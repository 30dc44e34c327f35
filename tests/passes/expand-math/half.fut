-- An operator on f16 is the one on f32, rounded.
entry main [n] (xs: [n]f16) : [n]f16 = map f16.exp xs
-- ---
-- before expand-math (Imp)
entry main (xs_mem: [n]f16) do
  var map_mem: mem f16
  map_mem <- alloc f16 n
  kernel (gid < n) do
    var x: f16
    x <- xs_mem[gid]
    var exp: f16
    exp <- exp_f16(x)
    map_mem[gid] <- exp
  done
return ([n]f16 @map_mem)

-- after expand-math (Imp)
entry main (xs_mem: [n]f16) do
  var map_mem: mem f16
  map_mem <- alloc f16 n
  kernel (gid < n) do
    var x: f16
    x <- xs_mem[gid]
    var exp: f16
    var exp_2: f32
    exp_2 <- f32_of_f16(x)
    var exp_3: bool
    exp_3 <- lt_f32(exp_2, -104.0f32)
    var exp_4: f32
    exp_4 <- select(exp_3, -104.0f32, exp_2)
    var exp_5: bool
    exp_5 <- lt_f32(90.0f32, exp_4)
    var exp_6: f32
    exp_6 <- select(exp_5, 90.0f32, exp_4)
    var exp_7: f32
    exp_7 <- fma_f32(exp_6, 1.442695f32, 1.2582912e7f32)
    var exp_8: f32
    exp_8 <- sub_f32(exp_7, 1.2582912e7f32)
    var exp_9: u32
    exp_9 <- tobits_f32(exp_7)
    var exp_10: i32
    exp_10 <- i32_of_u32(exp_9)
    var exp_11: i32
    exp_11 <- sub_i32(exp_10, 1262485504i32)
    var exp_12: f32
    exp_12 <- fma_f32(exp_8, -0.6931472f32, exp_6)
    var exp_13: f32
    exp_13 <- fma_f32(exp_8, 1.9046542e-9f32, exp_12)
    var exp_14: f32
    exp_14 <- mul_f32(exp_13, exp_13)
    var exp_15: f32
    exp_15 <- fma_f32(1.989148e-4f32, exp_13, 1.393409e-3f32)
    var exp_16: f32
    exp_16 <- fma_f32(exp_15, exp_13, 8.3333105e-3f32)
    var exp_17: f32
    exp_17 <- fma_f32(exp_16, exp_13, 4.166646e-2f32)
    var exp_18: f32
    exp_18 <- fma_f32(exp_17, exp_13, 0.16666667f32)
    var exp_19: f32
    exp_19 <- fma_f32(exp_18, exp_13, 0.5f32)
    var exp_20: f32
    exp_20 <- fma_f32(exp_14, exp_19, exp_13)
    var exp_21: f32
    exp_21 <- add_f32(exp_20, 1.0f32)
    var exp_22: i32
    exp_22 <- shr_i32(exp_11, 1i32)
    var exp_23: i32
    exp_23 <- add_i32(exp_22, 127i32)
    var exp_24: i32
    exp_24 <- shl_i32(exp_23, 23i32)
    var exp_25: u32
    exp_25 <- u32_of_i32(exp_24)
    var exp_26: f32
    exp_26 <- frombits_u32(exp_25)
    var exp_27: f32
    exp_27 <- mul_f32(exp_21, exp_26)
    var exp_28: i32
    exp_28 <- sub_i32(exp_11, exp_22)
    var exp_29: i32
    exp_29 <- add_i32(exp_28, 127i32)
    var exp_30: i32
    exp_30 <- shl_i32(exp_29, 23i32)
    var exp_31: u32
    exp_31 <- u32_of_i32(exp_30)
    var exp_32: f32
    exp_32 <- frombits_u32(exp_31)
    var exp_33: f32
    exp_33 <- mul_f32(exp_27, exp_32)
    exp <- f16_of_f32(exp_33)
    map_mem[gid] <- exp
  done
return ([n]f16 @map_mem)
