-- A function of two operands.
entry main [n] (xs: [n]f32) (ys: [n]f32) : [n]f32 = map2 f32.hypot xs ys
-- ---
-- before expand-math (Imp)
entry main (xs_mem: [n]f32, ys_mem: [= n]f32) do
  var map_mem: mem f32
  map_mem <- alloc f32 n
  kernel (gid < n) do
    var x: f32
    x <- xs_mem[gid]
    var x_2: f32
    x_2 <- ys_mem[gid]
    var hypot: f32
    hypot <- hypot_f32(x, x_2)
    map_mem[gid] <- hypot
  done
return ([n]f32 @map_mem)

-- after expand-math (Imp)
entry main (xs_mem: [n]f32, ys_mem: [= n]f32) do
  var map_mem: mem f32
  map_mem <- alloc f32 n
  kernel (gid < n) do
    var x: f32
    x <- xs_mem[gid]
    var x_2: f32
    x_2 <- ys_mem[gid]
    var hypot: f32
    var hypot_2: f32
    hypot_2 <- abs_f32(x)
    var hypot_3: f32
    hypot_3 <- abs_f32(x_2)
    var hypot_4: bool
    hypot_4 <- lt_f32(hypot_2, hypot_3)
    var hypot_5: f32
    hypot_5 <- select(hypot_4, hypot_3, hypot_2)
    var hypot_6: f32
    hypot_6 <- select(hypot_4, hypot_2, hypot_3)
    var hypot_7: bool
    hypot_7 <- lt_f32(1.1258999e15f32, hypot_5)
    var hypot_8: bool
    hypot_8 <- lt_f32(hypot_5, 8.881784e-16f32)
    var hypot_9: f32
    hypot_9 <- select(hypot_8, 3.9614081e28f32, 1.0f32)
    var hypot_10: f32
    hypot_10 <- select(hypot_7, 2.524355e-29f32, hypot_9)
    var hypot_11: f32
    hypot_11 <- select(hypot_8, 2.524355e-29f32, 1.0f32)
    var hypot_12: f32
    hypot_12 <- select(hypot_7, 3.9614081e28f32, hypot_11)
    var hypot_13: f32
    hypot_13 <- mul_f32(hypot_5, hypot_10)
    var hypot_14: f32
    hypot_14 <- mul_f32(hypot_6, hypot_10)
    var hypot_15: f32
    hypot_15 <- mul_f32(hypot_13, hypot_13)
    var hypot_16: f32
    hypot_16 <- neg_f32(hypot_15)
    var hypot_17: f32
    hypot_17 <- fma_f32(hypot_13, hypot_13, hypot_16)
    var hypot_18: f32
    hypot_18 <- mul_f32(hypot_14, hypot_14)
    var hypot_19: f32
    hypot_19 <- neg_f32(hypot_18)
    var hypot_20: f32
    hypot_20 <- fma_f32(hypot_14, hypot_14, hypot_19)
    var hypot_21: f32
    hypot_21 <- add_f32(hypot_15, hypot_18)
    var hypot_22: f32
    hypot_22 <- sub_f32(hypot_21, hypot_15)
    var hypot_23: f32
    hypot_23 <- sub_f32(hypot_18, hypot_22)
    var hypot_24: f32
    hypot_24 <- add_f32(hypot_17, hypot_20)
    var hypot_25: f32
    hypot_25 <- add_f32(hypot_23, hypot_24)
    var hypot_26: f32
    hypot_26 <- sqrt_f32(hypot_21)
    var hypot_27: f32
    hypot_27 <- neg_f32(hypot_26)
    var hypot_28: f32
    hypot_28 <- fma_f32(hypot_27, hypot_26, hypot_21)
    var hypot_29: f32
    hypot_29 <- add_f32(hypot_28, hypot_25)
    var hypot_30: f32
    hypot_30 <- add_f32(hypot_26, hypot_26)
    var hypot_31: f32
    hypot_31 <- div_f32(hypot_29, hypot_30)
    var hypot_32: f32
    hypot_32 <- add_f32(hypot_26, hypot_31)
    var hypot_33: f32
    hypot_33 <- mul_f32(hypot_32, hypot_12)
    var hypot_34: bool
    hypot_34 <- eq_f32(hypot_5, 0.0f32)
    var hypot_35: f32
    hypot_35 <- select(hypot_34, 0.0f32, hypot_33)
    var hypot_36: bool
    hypot_36 <- eq_f32(hypot_2, hypot_2)
    var hypot_37: bool
    hypot_37 <- not_bool(hypot_36)
    var hypot_38: bool
    hypot_38 <- eq_f32(hypot_3, hypot_3)
    var hypot_39: bool
    hypot_39 <- not_bool(hypot_38)
    var hypot_40: bool
    hypot_40 <- logor_bool(hypot_37, hypot_39)
    var hypot_41: f32
    hypot_41 <- select(hypot_40, f32.nan, hypot_35)
    var hypot_42: bool
    hypot_42 <- eq_f32(hypot_2, f32.inf)
    var hypot_43: bool
    hypot_43 <- eq_f32(hypot_3, f32.inf)
    var hypot_44: bool
    hypot_44 <- logor_bool(hypot_42, hypot_43)
    var hypot_45: f32
    hypot_45 <- select(hypot_44, f32.inf, hypot_41)
    hypot <- hypot_45
    map_mem[gid] <- hypot
  done
return ([n]f32 @map_mem)
