-- The sine and the cosine of an angle share the reduction of the angle and both series.
entry main [n] (xs: [n]f32) : [n]f32 = map (\x -> f32.sin (2 * x) - f32.cos (2 * x)) xs
-- ---
-- before expand-math (Imp)
entry main (xs_mem: [n]f32) do
  var map_mem: mem f32
  map_mem <- alloc f32 n
  kernel (gid < n) do
    var x: f32
    x <- xs_mem[gid]
    var mul: f32
    mul <- mul_f32(2.0f32, x)
    var sin: f32
    sin <- sin_f32(mul)
    var cos: f32
    cos <- cos_f32(mul)
    var sub: f32
    sub <- sub_f32(sin, cos)
    map_mem[gid] <- sub
  done
return ([n]f32 @map_mem)

-- after expand-math (Imp)
entry main (xs_mem: [n]f32) do
  var map_mem: mem f32
  map_mem <- alloc f32 n
  kernel (gid < n) do
    var x: f32
    x <- xs_mem[gid]
    var mul: f32
    mul <- mul_f32(2.0f32, x)
    var sin: f32
    var sin_2: f32
    sin_2 <- fma_f32(mul, 0.63661975f32, 1.2582912e7f32)
    var sin_3: f32
    sin_3 <- sub_f32(sin_2, 1.2582912e7f32)
    var sin_4: u32
    sin_4 <- tobits_f32(sin_2)
    var sin_5: i32
    sin_5 <- i32_of_u32(sin_4)
    var sin_6: f32
    sin_6 <- fma_f32(sin_3, -1.5707963f32, mul)
    var sin_7: f32
    sin_7 <- mul_f32(sin_3, 7.54979e-8f32)
    var sin_8: f32
    sin_8 <- neg_f32(sin_7)
    var sin_9: f32
    sin_9 <- fma_f32(sin_3, 7.54979e-8f32, sin_8)
    var sin_10: f32
    sin_10 <- sub_f32(sin_6, sin_7)
    var sin_11: f32
    sin_11 <- sub_f32(sin_6, sin_10)
    var sin_12: f32
    sin_12 <- add_f32(sin_10, sin_11)
    var sin_13: f32
    sin_13 <- sub_f32(sin_12, sin_6)
    var sin_14: f32
    sin_14 <- sub_f32(sin_7, sin_11)
    var sin_15: f32
    sin_15 <- add_f32(sin_13, sin_14)
    var sin_16: f32
    sin_16 <- add_f32(sin_15, sin_9)
    var sin_17: f32
    sin_17 <- fma_f32(sin_3, -1.7151245e-15f32, sin_16)
    var sin_18: f32
    sin_18 <- abs_f32(mul)
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
      sin_23 <- abs_f32(mul)
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
      sin_30 <- sub_i64(sin_29, 112i64)
      var sin_31: i64
      sin_31 <- shr_i64(sin_30, 6i64)
      var sin_32: i64
      sin_32 <- and_i64(sin_31, 2i64)
      var sin_33: bool
      sin_33 <- eq_i64(sin_32, 2i64)
      var sin_34: i64
      sin_34 <- select(sin_33, -3317687423460482411i64, 10680707i64)
      var sin_35: i64
      sin_35 <- select(sin_33, -7404969400442400413i64, 7948365250044897111i64)
      var sin_36: i64
      sin_36 <- select(sin_33, -6062201591971765138i64, -3317687423460482411i64)
      var sin_37: i64
      sin_37 <- select(sin_33, 4198003370759702830i64, -7404969400442400413i64)
      var sin_38: i64
      sin_38 <- and_i64(sin_31, 1i64)
      var sin_39: bool
      sin_39 <- eq_i64(sin_38, 1i64)
      var sin_40: i64
      sin_40 <- select(sin_39, sin_35, sin_34)
      var sin_41: i64
      sin_41 <- select(sin_39, sin_36, sin_35)
      var sin_42: i64
      sin_42 <- select(sin_39, sin_37, sin_36)
      var sin_43: i64
      sin_43 <- and_i64(sin_30, 63i64)
      var sin_44: i64
      sin_44 <- sub_i64(64i64, sin_43)
      var sin_45: i64
      sin_45 <- shl_i64(sin_40, sin_43)
      var sin_46: i64
      sin_46 <- lshr_i64(sin_41, sin_44)
      var sin_47: i64
      sin_47 <- or_i64(sin_45, sin_46)
      var sin_48: i64
      sin_48 <- lshr_i64(sin_47, 32i64)
      var sin_49: i64
      sin_49 <- and_i64(sin_47, 4294967295i64)
      var sin_50: i64
      sin_50 <- shl_i64(sin_41, sin_43)
      var sin_51: i64
      sin_51 <- lshr_i64(sin_42, sin_44)
      var sin_52: i64
      sin_52 <- or_i64(sin_50, sin_51)
      var sin_53: i64
      sin_53 <- lshr_i64(sin_52, 32i64)
      var sin_54: i64
      sin_54 <- and_i64(sin_52, 4294967295i64)
      var sin_55: i64
      sin_55 <- mul_i64(sin_28, sin_53)
      var sin_56: i64
      sin_56 <- add_i64(sin_55, 0i64)
      var sin_57: i64
      sin_57 <- add_i64(sin_56, 0i64)
      var sin_58: i64
      sin_58 <- and_i64(sin_57, 4294967295i64)
      var sin_59: i64
      sin_59 <- lshr_i64(sin_57, 32i64)
      var sin_60: i64
      sin_60 <- mul_i64(sin_28, sin_49)
      var sin_61: i64
      sin_61 <- add_i64(sin_60, 0i64)
      var sin_62: i64
      sin_62 <- add_i64(sin_61, sin_59)
      var sin_63: i64
      sin_63 <- and_i64(sin_62, 4294967295i64)
      var sin_64: i64
      sin_64 <- lshr_i64(sin_62, 32i64)
      var sin_65: i64
      sin_65 <- mul_i64(sin_28, sin_48)
      var sin_66: i64
      sin_66 <- add_i64(sin_65, 0i64)
      var sin_67: i64
      sin_67 <- add_i64(sin_66, sin_64)
      var sin_68: i64
      sin_68 <- and_i64(sin_67, 4294967295i64)
      var sin_69: i64
      sin_69 <- lshr_i64(sin_67, 32i64)
      var sin_70: i64
      sin_70 <- shl_i64(sin_68, 32i64)
      var sin_71: i64
      sin_71 <- or_i64(sin_70, sin_63)
      var sin_72: i64
      sin_72 <- add_i64(sin_71, 2305843009213693952i64)
      var sin_73: i64
      sin_73 <- lshr_i64(sin_72, 62i64)
      var sin_74: i64
      sin_74 <- shl_i64(sin_73, 62i64)
      var sin_75: i64
      sin_75 <- sub_i64(sin_71, sin_74)
      var sin_76: f32
      sin_76 <- f32_of_i64(sin_75)
      var sin_77: i64
      sin_77 <- i64_of_f32(sin_76)
      var sin_78: i64
      sin_78 <- sub_i64(sin_75, sin_77)
      var sin_79: f32
      sin_79 <- f32_of_i64(sin_78)
      var sin_80: bool
      sin_80 <- lt_f32(mul, 0.0f32)
      var sin_81: f32
      sin_81 <- mul_f32(sin_76, 3.4061217e-19f32)
      var sin_82: f32
      sin_82 <- neg_f32(sin_81)
      var sin_83: f32
      sin_83 <- fma_f32(sin_76, 3.4061217e-19f32, sin_82)
      var sin_84: f32
      sin_84 <- fma_f32(sin_79, 3.4061217e-19f32, sin_83)
      var sin_85: f32
      sin_85 <- fma_f32(sin_76, -9.4783964e-27f32, sin_84)
      var sin_86: f32
      sin_86 <- add_f32(sin_81, sin_85)
      var sin_87: f32
      sin_87 <- sub_f32(sin_86, sin_81)
      var sin_88: f32
      sin_88 <- sub_f32(sin_85, sin_87)
      var sin_89: i32
      sin_89 <- i32_of_i64(sin_73)
      var sin_90: i32
      sin_90 <- sub_i32(0i32, sin_89)
      var sin_91: i32
      sin_91 <- select(sin_80, sin_90, sin_89)
      var sin_92: f32
      sin_92 <- select(sin_80, -1.0f32, 1.0f32)
      var sin_93: f32
      sin_93 <- mul_f32(sin_86, sin_92)
      var sin_94: f32
      sin_94 <- neg_f32(sin_92)
      var sin_95: f32
      sin_95 <- mul_f32(mul, 0.0f32)
      var sin_96: f32
      sin_96 <- fma_f32(sin_88, sin_94, sin_95)
      sin_20 <- sin_91
      sin_21 <- sin_93
      sin_22 <- sin_96
    else
    fi
    var sin_97: i32
    sin_97 <- add_i32(sin_20, 0i32)
    var sin_98: f32
    sin_98 <- mul_f32(sin_21, sin_21)
    var sin_99: f32
    sin_99 <- mul_f32(sin_98, sin_21)
    var sin_100: f32
    sin_100 <- fma_f32(-2.7248702e-6f32, sin_98, 1.9840077e-4f32)
    var sin_101: f32
    sin_101 <- fma_f32(sin_100, sin_98, -8.333332e-3f32)
    var sin_102: f32
    sin_102 <- fma_f32(sin_101, sin_98, 0.16666667f32)
    var sin_103: f32
    sin_103 <- fma_f32(sin_99, sin_102, sin_22)
    var sin_104: f32
    sin_104 <- mul_f32(-0.5f32, sin_22)
    var sin_105: f32
    sin_105 <- fma_f32(sin_98, sin_104, sin_103)
    var sin_106: i32
    sin_106 <- and_i32(sin_97, 1i32)
    var sin_107: bool
    sin_107 <- eq_i32(sin_106, 0i32)
    var sin_108: f32
    sin_108 <- sub_f32(sin_21, sin_105)
    var sin_109: f32
    sin_109 <- neg_f32(sin_98)
    var sin_110: f32
    sin_110 <- fma_f32(sin_21, sin_21, sin_109)
    var sin_111: f32
    sin_111 <- fma_f32(sin_98, -0.5f32, 1.0f32)
    var sin_112: f32
    sin_112 <- sub_f32(1.0f32, sin_111)
    var sin_113: f32
    sin_113 <- fma_f32(sin_98, -0.5f32, sin_112)
    var sin_114: f32
    sin_114 <- neg_f32(sin_21)
    var sin_115: f32
    sin_115 <- mul_f32(sin_110, 0.5f32)
    var sin_116: f32
    sin_116 <- fma_f32(sin_114, sin_22, sin_115)
    var sin_117: f32
    sin_117 <- sub_f32(sin_113, sin_116)
    var sin_118: f32
    sin_118 <- mul_f32(sin_98, sin_98)
    var sin_119: f32
    sin_119 <- fma_f32(-2.729994e-7f32, sin_98, 2.4800593e-5f32)
    var sin_120: f32
    sin_120 <- fma_f32(sin_119, sin_98, -1.3888888e-3f32)
    var sin_121: f32
    sin_121 <- fma_f32(sin_120, sin_98, 4.1666668e-2f32)
    var sin_122: f32
    sin_122 <- fma_f32(sin_118, sin_121, sin_117)
    var sin_123: f32
    sin_123 <- add_f32(sin_111, sin_122)
    var sin_124: f32
    sin_124 <- select(sin_107, sin_108, sin_123)
    var sin_125: u32
    sin_125 <- tobits_f32(sin_124)
    var sin_126: i32
    sin_126 <- i32_of_u32(sin_125)
    var sin_127: i32
    sin_127 <- and_i32(sin_97, 2i32)
    var sin_128: i32
    sin_128 <- shl_i32(sin_127, 30i32)
    var sin_129: i32
    sin_129 <- xor_i32(sin_126, sin_128)
    var sin_130: u32
    sin_130 <- u32_of_i32(sin_129)
    var sin_131: f32
    sin_131 <- frombits_u32(sin_130)
    sin <- sin_131
    var cos: f32
    var cos_2: i32
    cos_2 <- add_i32(sin_20, 1i32)
    var cos_3: i32
    cos_3 <- and_i32(cos_2, 1i32)
    var cos_4: bool
    cos_4 <- eq_i32(cos_3, 0i32)
    var cos_5: f32
    cos_5 <- select(cos_4, sin_108, sin_123)
    var cos_6: u32
    cos_6 <- tobits_f32(cos_5)
    var cos_7: i32
    cos_7 <- i32_of_u32(cos_6)
    var cos_8: i32
    cos_8 <- and_i32(cos_2, 2i32)
    var cos_9: i32
    cos_9 <- shl_i32(cos_8, 30i32)
    var cos_10: i32
    cos_10 <- xor_i32(cos_7, cos_9)
    var cos_11: u32
    cos_11 <- u32_of_i32(cos_10)
    var cos_12: f32
    cos_12 <- frombits_u32(cos_11)
    cos <- cos_12
    var sub: f32
    sub <- sub_f32(sin, cos)
    map_mem[gid] <- sub
  done
return ([n]f32 @map_mem)
