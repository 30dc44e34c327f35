-- The example of the documentation, for each element.
-- Documentation:
-- y <- sin_f32(x)
-- becomes
-- t <- fma_f32(x, 0.63661975f32, 12582912.0f32); k <- sub_f32(t, 12582912.0f32); …; y <- z
--
-- Written out:
-- sin <- sin_f32(x)
-- becomes
-- sin_2 <- fma_f32(x, 0.63661975f32, 1.2582912e7f32) var sin_3: f32 sin_3 <- sub_f32(sin_2, 1.2582912e7f32) … sin <- sin_109
--
entry main [n] (xs: [n]f32) : [n]f32 = map f32.sin xs
-- ---
-- before expand-math (Imp)
entry main (xs_mem: [n]f32) do
  var map_mem: mem f32
  map_mem <- alloc f32 n
  kernel (gid < n) do
    var x: f32
    x <- xs_mem[gid]
    var sin: f32
    sin <- sin_f32(x)
    map_mem[gid] <- sin
  done
return ([n]f32 @map_mem)

-- after expand-math (Imp)
entry main (xs_mem: [n]f32) do
  var map_mem: mem f32
  map_mem <- alloc f32 n
  kernel (gid < n) do
    var x: f32
    x <- xs_mem[gid]
    var sin: f32
    var sin_2: f32
    sin_2 <- fma_f32(x, 0.63661975f32, 1.2582912e7f32)
    var sin_3: f32
    sin_3 <- sub_f32(sin_2, 1.2582912e7f32)
    var sin_4: u32
    sin_4 <- tobits_f32(sin_2)
    var sin_5: i32
    sin_5 <- i32_of_u32(sin_4)
    var sin_6: f32
    sin_6 <- fma_f32(sin_3, -1.5707964f32, x)
    var sin_7: f32
    sin_7 <- mul_f32(sin_3, 4.371139e-8f32)
    var sin_8: f32
    sin_8 <- neg_f32(sin_7)
    var sin_9: f32
    sin_9 <- fma_f32(sin_3, 4.371139e-8f32, sin_8)
    var sin_10: f32
    sin_10 <- add_f32(sin_6, sin_7)
    var sin_11: f32
    sin_11 <- sub_f32(sin_10, sin_6)
    var sin_12: f32
    sin_12 <- sub_f32(sin_10, sin_11)
    var sin_13: f32
    sin_13 <- sub_f32(sin_6, sin_12)
    var sin_14: f32
    sin_14 <- sub_f32(sin_7, sin_11)
    var sin_15: f32
    sin_15 <- add_f32(sin_13, sin_14)
    var sin_16: f32
    sin_16 <- add_f32(sin_15, sin_9)
    var sin_17: f32
    sin_17 <- fma_f32(sin_3, 1.7151245e-15f32, sin_16)
    var sin_18: f32
    sin_18 <- abs_f32(x)
    var sin_19: bool
    sin_19 <- lt_f32(131072.0f32, sin_18)
    var sin_20: i32
    sin_20 <- sin_5
    var sin_21: f32
    sin_21 <- sin_10
    var sin_22: f32
    sin_22 <- sin_17
    if sin_19 then
      var sin_23: f32
      sin_23 <- abs_f32(x)
      var sin_24: u32
      sin_24 <- tobits_f32(sin_23)
      var sin_25: i32
      sin_25 <- i32_of_u32(sin_24)
      var sin_26: i64
      sin_26 <- i64_of_i32(sin_25)
      var sin_27: i64
      sin_27 <- and_i64(sin_26, 8388607i64)
      var sin_28: i64
      sin_28 <- or_i64(sin_27, 8388608i64)
      var sin_29: i64
      sin_29 <- shr_i64(sin_26, 23i64)
      var sin_30: i64
      sin_30 <- sub_i64(sin_29, 144i64)
      var sin_31: bool
      sin_31 <- lt_i64(sin_30, 64i64)
      var sin_32: i64
      sin_32 <- select(sin_31, 45873289113781269i64, 3025336307824276701i64)
      var sin_33: i64
      sin_33 <- select(sin_31, 3025336307824276701i64, -4549934603867241584i64)
      var sin_34: i64
      sin_34 <- select(sin_31, -4549934603867241584i64, 4755327745076935621i64)
      var sin_35: i64
      sin_35 <- and_i64(sin_30, 63i64)
      var sin_36: i64
      sin_36 <- sub_i64(64i64, sin_35)
      var sin_37: i64
      sin_37 <- shl_i64(sin_33, sin_35)
      var sin_38: i64
      sin_38 <- lshr_i64(sin_34, sin_36)
      var sin_39: i64
      sin_39 <- or_i64(sin_37, sin_38)
      var sin_40: i64
      sin_40 <- lshr_i64(sin_39, 32i64)
      var sin_41: i64
      sin_41 <- mul_i64(sin_28, sin_40)
      var sin_42: i64
      sin_42 <- shl_i64(sin_32, sin_35)
      var sin_43: i64
      sin_43 <- lshr_i64(sin_33, sin_36)
      var sin_44: i64
      sin_44 <- or_i64(sin_42, sin_43)
      var sin_45: i64
      sin_45 <- mul_i64(sin_28, sin_44)
      var sin_46: i64
      sin_46 <- lshr_i64(sin_41, 32i64)
      var sin_47: i64
      sin_47 <- add_i64(sin_45, sin_46)
      var sin_48: i64
      sin_48 <- add_i64(sin_47, 2305843009213693952i64)
      var sin_49: i64
      sin_49 <- lshr_i64(sin_48, 62i64)
      var sin_50: i64
      sin_50 <- shl_i64(sin_49, 62i64)
      var sin_51: i64
      sin_51 <- sub_i64(sin_47, sin_50)
      var sin_52: f32
      sin_52 <- f32_of_i64(sin_51)
      var sin_53: i64
      sin_53 <- i64_of_f32(sin_52)
      var sin_54: i64
      sin_54 <- sub_i64(sin_51, sin_53)
      var sin_55: f32
      sin_55 <- f32_of_i64(sin_54)
      var sin_56: f32
      sin_56 <- mul_f32(sin_52, 3.4061217e-19f32)
      var sin_57: f32
      sin_57 <- neg_f32(sin_56)
      var sin_58: f32
      sin_58 <- fma_f32(sin_52, 3.4061217e-19f32, sin_57)
      var sin_59: f32
      sin_59 <- fma_f32(sin_52, -9.4783964e-27f32, sin_58)
      var sin_60: f32
      sin_60 <- fma_f32(sin_55, 3.4061217e-19f32, sin_59)
      var sin_61: f32
      sin_61 <- add_f32(sin_56, sin_60)
      var sin_62: f32
      sin_62 <- sub_f32(sin_61, sin_56)
      var sin_63: f32
      sin_63 <- sub_f32(sin_60, sin_62)
      var sin_64: bool
      sin_64 <- lt_f32(x, 0.0f32)
      var sin_65: i32
      sin_65 <- i32_of_i64(sin_49)
      var sin_66: i32
      sin_66 <- sub_i32(0i32, sin_65)
      var sin_67: i32
      sin_67 <- select(sin_64, sin_66, sin_65)
      var sin_68: f32
      sin_68 <- select(sin_64, -1.0f32, 1.0f32)
      var sin_69: f32
      sin_69 <- mul_f32(sin_61, sin_68)
      var sin_70: f32
      sin_70 <- mul_f32(x, 0.0f32)
      var sin_71: f32
      sin_71 <- fma_f32(sin_63, sin_68, sin_70)
      sin_20 <- sin_67
      sin_21 <- sin_69
      sin_22 <- sin_71
    else
    fi
    var sin_72: i32
    sin_72 <- add_i32(sin_20, 0i32)
    var sin_73: f32
    sin_73 <- mul_f32(sin_21, sin_21)
    var sin_74: f32
    sin_74 <- mul_f32(sin_73, sin_21)
    var sin_75: f32
    sin_75 <- fma_f32(2.7248702e-6f32, sin_73, -1.9840077e-4f32)
    var sin_76: f32
    sin_76 <- fma_f32(sin_75, sin_73, 8.333332e-3f32)
    var sin_77: f32
    sin_77 <- fma_f32(sin_76, sin_73, -0.16666667f32)
    var sin_78: f32
    sin_78 <- fma_f32(sin_74, sin_77, sin_22)
    var sin_79: f32
    sin_79 <- mul_f32(-0.5f32, sin_22)
    var sin_80: f32
    sin_80 <- fma_f32(sin_73, sin_79, sin_78)
    var sin_81: f32
    sin_81 <- mul_f32(sin_21, sin_21)
    var sin_82: f32
    sin_82 <- neg_f32(sin_81)
    var sin_83: f32
    sin_83 <- fma_f32(sin_21, sin_21, sin_82)
    var sin_84: f32
    sin_84 <- mul_f32(sin_81, 0.5f32)
    var sin_85: f32
    sin_85 <- mul_f32(sin_83, 0.5f32)
    var sin_86: f32
    sin_86 <- sub_f32(1.0f32, sin_84)
    var sin_87: f32
    sin_87 <- sub_f32(1.0f32, sin_86)
    var sin_88: f32
    sin_88 <- sub_f32(sin_87, sin_84)
    var sin_89: f32
    sin_89 <- fma_f32(sin_21, sin_22, sin_85)
    var sin_90: f32
    sin_90 <- sub_f32(sin_88, sin_89)
    var sin_91: f32
    sin_91 <- mul_f32(sin_81, sin_81)
    var sin_92: f32
    sin_92 <- fma_f32(-2.729994e-7f32, sin_81, 2.4800593e-5f32)
    var sin_93: f32
    sin_93 <- fma_f32(sin_92, sin_81, -1.3888888e-3f32)
    var sin_94: f32
    sin_94 <- fma_f32(sin_93, sin_81, 4.1666668e-2f32)
    var sin_95: f32
    sin_95 <- fma_f32(sin_91, sin_94, sin_90)
    var sin_96: i32
    sin_96 <- and_i32(sin_72, 1i32)
    var sin_97: bool
    sin_97 <- eq_i32(sin_96, 0i32)
    var sin_98: f32
    sin_98 <- add_f32(sin_21, sin_80)
    var sin_99: f32
    sin_99 <- add_f32(sin_86, sin_95)
    var sin_100: f32
    sin_100 <- select(sin_97, sin_98, sin_99)
    var sin_101: i32
    sin_101 <- and_i32(sin_72, 2i32)
    var sin_102: i32
    sin_102 <- shl_i32(sin_101, 30i32)
    var sin_103: u32
    sin_103 <- tobits_f32(sin_100)
    var sin_104: i32
    sin_104 <- i32_of_u32(sin_103)
    var sin_105: i32
    sin_105 <- xor_i32(sin_104, sin_102)
    var sin_106: u32
    sin_106 <- u32_of_i32(sin_105)
    var sin_107: f32
    sin_107 <- frombits_u32(sin_106)
    var sin_108: bool
    sin_108 <- eq_f32(x, 0.0f32)
    var sin_109: f32
    sin_109 <- select(sin_108, x, sin_107)
    sin <- sin_109
    map_mem[gid] <- sin
  done
return ([n]f32 @map_mem)
