-- An operator on f16 is the one on f32, rounded. Operators without a formula stay.
entry main [n] (xs: [n]f16) (ys: [n]f64) : ([n]f16, [n]f64, [n]f64) = (map f16.exp xs, map f64.exp ys, map f64.gamma ys)
-- ---
-- before expand-math (Imp)
entry main (xs_mem: [n]f16, ys_mem: [= n]f64) do
  var map_mem: mem f16
  map_mem <- alloc f16 n
  kernel (gid < n) do
    var x: f16
    x <- xs_mem[gid]
    var exp: f16
    exp <- exp_f16(x)
    map_mem[gid] <- exp
  done
  var map_mem_2: mem f64
  map_mem_2 <- alloc f64 n
  var map_mem_3: mem f64
  map_mem_3 <- alloc f64 n
  kernel (gid_2 < n) do
    var x_2: f64
    x_2 <- ys_mem[gid_2]
    var exp_2: f64
    exp_2 <- exp_f64(x_2)
    var gamma: f64
    gamma <- gamma_f64(x_2)
    map_mem_2[gid_2] <- exp_2
    map_mem_3[gid_2] <- gamma
  done
return ([n]f16 @map_mem, [n]f64 @map_mem_2, [n]f64 @map_mem_3)

-- after expand-math (Imp)
entry main (xs_mem: [n]f16, ys_mem: [= n]f64) do
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
  var map_mem_2: mem f64
  map_mem_2 <- alloc f64 n
  var map_mem_3: mem f64
  map_mem_3 <- alloc f64 n
  kernel (gid_2 < n) do
    var x_2: f64
    x_2 <- ys_mem[gid_2]
    var exp_34: f64
    var exp_35: bool
    exp_35 <- lt_f64(x_2, -746.0f64)
    var exp_36: f64
    exp_36 <- select(exp_35, -746.0f64, x_2)
    var exp_37: bool
    exp_37 <- lt_f64(711.0f64, exp_36)
    var exp_38: f64
    exp_38 <- select(exp_37, 711.0f64, exp_36)
    var exp_39: f64
    exp_39 <- mul_f64(exp_38, 1.4426950408889634f64)
    var exp_40: f64
    exp_40 <- add_f64(exp_39, 6.755399441055744e15f64)
    var exp_41: f64
    exp_41 <- sub_f64(exp_40, 6.755399441055744e15f64)
    var exp_42: u64
    exp_42 <- tobits_f64(exp_40)
    var exp_43: i64
    exp_43 <- i64_of_u64(exp_42)
    var exp_44: i64
    exp_44 <- sub_i64(exp_43, 4843621399236968448i64)
    var exp_45: f64
    exp_45 <- mul_f64(exp_41, -0.6931471805598903f64)
    var exp_46: f64
    exp_46 <- add_f64(exp_45, exp_38)
    var exp_47: f64
    exp_47 <- mul_f64(exp_41, -5.497923018708371e-14f64)
    var exp_48: f64
    exp_48 <- add_f64(exp_47, exp_46)
    var exp_49: f64
    exp_49 <- mul_f64(exp_48, exp_48)
    var exp_50: f64
    exp_50 <- mul_f64(2.0914679376583935e-9f64, exp_48)
    var exp_51: f64
    exp_51 <- add_f64(exp_50, 2.510520637395701e-8f64)
    var exp_52: f64
    exp_52 <- mul_f64(exp_51, exp_48)
    var exp_53: f64
    exp_53 <- add_f64(exp_52, 2.7557273661348637e-7f64)
    var exp_54: f64
    exp_54 <- mul_f64(exp_53, exp_48)
    var exp_55: f64
    exp_55 <- add_f64(exp_54, 2.7557255425746435e-6f64)
    var exp_56: f64
    exp_56 <- mul_f64(exp_55, exp_48)
    var exp_57: f64
    exp_57 <- add_f64(exp_56, 2.4801587325533363e-5f64)
    var exp_58: f64
    exp_58 <- mul_f64(exp_57, exp_48)
    var exp_59: f64
    exp_59 <- add_f64(exp_58, 1.9841269874800493e-4f64)
    var exp_60: f64
    exp_60 <- mul_f64(exp_59, exp_48)
    var exp_61: f64
    exp_61 <- add_f64(exp_60, 1.3888888888883752e-3f64)
    var exp_62: f64
    exp_62 <- mul_f64(exp_61, exp_48)
    var exp_63: f64
    exp_63 <- add_f64(exp_62, 8.333333333326141e-3f64)
    var exp_64: f64
    exp_64 <- mul_f64(exp_63, exp_48)
    var exp_65: f64
    exp_65 <- add_f64(exp_64, 4.166666666666667e-2f64)
    var exp_66: f64
    exp_66 <- mul_f64(exp_65, exp_48)
    var exp_67: f64
    exp_67 <- add_f64(exp_66, 0.1666666666666667f64)
    var exp_68: f64
    exp_68 <- mul_f64(exp_67, exp_48)
    var exp_69: f64
    exp_69 <- add_f64(exp_68, 0.5f64)
    var exp_70: f64
    exp_70 <- mul_f64(exp_49, exp_69)
    var exp_71: f64
    exp_71 <- add_f64(exp_70, exp_48)
    var exp_72: f64
    exp_72 <- add_f64(exp_71, 1.0f64)
    var exp_73: i64
    exp_73 <- shr_i64(exp_44, 1i64)
    var exp_74: i64
    exp_74 <- add_i64(exp_73, 1023i64)
    var exp_75: i64
    exp_75 <- shl_i64(exp_74, 52i64)
    var exp_76: u64
    exp_76 <- u64_of_i64(exp_75)
    var exp_77: f64
    exp_77 <- frombits_u64(exp_76)
    var exp_78: f64
    exp_78 <- mul_f64(exp_72, exp_77)
    var exp_79: i64
    exp_79 <- sub_i64(exp_44, exp_73)
    var exp_80: i64
    exp_80 <- add_i64(exp_79, 1023i64)
    var exp_81: i64
    exp_81 <- shl_i64(exp_80, 52i64)
    var exp_82: u64
    exp_82 <- u64_of_i64(exp_81)
    var exp_83: f64
    exp_83 <- frombits_u64(exp_82)
    var exp_84: f64
    exp_84 <- mul_f64(exp_78, exp_83)
    exp_34 <- exp_84
    var gamma: f64
    var gamma_2: bool
    gamma_2 <- lt_f64(x_2, 0.0f64)
    var gamma_3: f64
    gamma_3 <- abs_f64(x_2)
    var gamma_4: bool
    gamma_4 <- lt_f64(190.0f64, gamma_3)
    var gamma_5: f64
    gamma_5 <- select(gamma_4, 190.0f64, gamma_3)
    var gamma_6: bool
    gamma_6 <- lt_f64(gamma_5, 8.0f64)
    var gamma_7: f64
    gamma_7 <- select(gamma_6, 8.0f64, 0.0f64)
    var gamma_8: f64
    gamma_8 <- add_f64(gamma_5, gamma_7)
    var gamma_9: f64
    gamma_9 <- sub_f64(gamma_8, gamma_5)
    var gamma_10: f64
    gamma_10 <- sub_f64(gamma_8, gamma_9)
    var gamma_11: f64
    gamma_11 <- sub_f64(gamma_5, gamma_10)
    var gamma_12: f64
    gamma_12 <- sub_f64(gamma_7, gamma_9)
    var gamma_13: f64
    gamma_13 <- add_f64(gamma_11, gamma_12)
    var gamma_14: f64
    gamma_14 <- select(gamma_6, gamma_5, 1.0f64)
    var gamma_15: f64
    gamma_15 <- add_f64(7.0f64, gamma_14)
    var gamma_16: f64
    gamma_16 <- sub_f64(gamma_15, 7.0f64)
    var gamma_17: f64
    gamma_17 <- sub_f64(gamma_15, gamma_16)
    var gamma_18: f64
    gamma_18 <- sub_f64(7.0f64, gamma_17)
    var gamma_19: f64
    gamma_19 <- sub_f64(gamma_14, gamma_16)
    var gamma_20: f64
    gamma_20 <- add_f64(gamma_18, gamma_19)
    var gamma_21: f64
    gamma_21 <- mul_f64(gamma_15, gamma_14)
    var gamma_22: f64
    gamma_22 <- mul_f64(gamma_15, 1.34217729e8f64)
    var gamma_23: f64
    gamma_23 <- sub_f64(gamma_22, gamma_15)
    var gamma_24: f64
    gamma_24 <- sub_f64(gamma_22, gamma_23)
    var gamma_25: f64
    gamma_25 <- sub_f64(gamma_15, gamma_24)
    var gamma_26: f64
    gamma_26 <- mul_f64(gamma_14, 1.34217729e8f64)
    var gamma_27: f64
    gamma_27 <- sub_f64(gamma_26, gamma_14)
    var gamma_28: f64
    gamma_28 <- sub_f64(gamma_26, gamma_27)
    var gamma_29: f64
    gamma_29 <- sub_f64(gamma_14, gamma_28)
    var gamma_30: f64
    gamma_30 <- mul_f64(gamma_24, gamma_28)
    var gamma_31: f64
    gamma_31 <- sub_f64(gamma_30, gamma_21)
    var gamma_32: f64
    gamma_32 <- mul_f64(gamma_24, gamma_29)
    var gamma_33: f64
    gamma_33 <- add_f64(gamma_31, gamma_32)
    var gamma_34: f64
    gamma_34 <- mul_f64(gamma_25, gamma_28)
    var gamma_35: f64
    gamma_35 <- add_f64(gamma_33, gamma_34)
    var gamma_36: f64
    gamma_36 <- mul_f64(gamma_25, gamma_29)
    var gamma_37: f64
    gamma_37 <- add_f64(gamma_35, gamma_36)
    var gamma_38: f64
    gamma_38 <- mul_f64(gamma_20, gamma_14)
    var gamma_39: f64
    gamma_39 <- add_f64(gamma_38, gamma_37)
    var gamma_40: f64
    gamma_40 <- add_f64(6.0f64, gamma_21)
    var gamma_41: f64
    gamma_41 <- sub_f64(gamma_40, 6.0f64)
    var gamma_42: f64
    gamma_42 <- sub_f64(gamma_40, gamma_41)
    var gamma_43: f64
    gamma_43 <- sub_f64(6.0f64, gamma_42)
    var gamma_44: f64
    gamma_44 <- sub_f64(gamma_21, gamma_41)
    var gamma_45: f64
    gamma_45 <- add_f64(gamma_43, gamma_44)
    var gamma_46: f64
    gamma_46 <- add_f64(gamma_45, gamma_39)
    var gamma_47: f64
    gamma_47 <- mul_f64(gamma_15, gamma_40)
    var gamma_48: f64
    gamma_48 <- mul_f64(gamma_15, 1.34217729e8f64)
    var gamma_49: f64
    gamma_49 <- sub_f64(gamma_48, gamma_15)
    var gamma_50: f64
    gamma_50 <- sub_f64(gamma_48, gamma_49)
    var gamma_51: f64
    gamma_51 <- sub_f64(gamma_15, gamma_50)
    var gamma_52: f64
    gamma_52 <- mul_f64(gamma_40, 1.34217729e8f64)
    var gamma_53: f64
    gamma_53 <- sub_f64(gamma_52, gamma_40)
    var gamma_54: f64
    gamma_54 <- sub_f64(gamma_52, gamma_53)
    var gamma_55: f64
    gamma_55 <- sub_f64(gamma_40, gamma_54)
    var gamma_56: f64
    gamma_56 <- mul_f64(gamma_50, gamma_54)
    var gamma_57: f64
    gamma_57 <- sub_f64(gamma_56, gamma_47)
    var gamma_58: f64
    gamma_58 <- mul_f64(gamma_50, gamma_55)
    var gamma_59: f64
    gamma_59 <- add_f64(gamma_57, gamma_58)
    var gamma_60: f64
    gamma_60 <- mul_f64(gamma_51, gamma_54)
    var gamma_61: f64
    gamma_61 <- add_f64(gamma_59, gamma_60)
    var gamma_62: f64
    gamma_62 <- mul_f64(gamma_51, gamma_55)
    var gamma_63: f64
    gamma_63 <- add_f64(gamma_61, gamma_62)
    var gamma_64: f64
    gamma_64 <- mul_f64(gamma_20, gamma_40)
    var gamma_65: f64
    gamma_65 <- add_f64(gamma_64, gamma_63)
    var gamma_66: f64
    gamma_66 <- mul_f64(gamma_15, gamma_46)
    var gamma_67: f64
    gamma_67 <- add_f64(gamma_66, gamma_65)
    var gamma_68: f64
    gamma_68 <- add_f64(10.0f64, gamma_21)
    var gamma_69: f64
    gamma_69 <- sub_f64(gamma_68, 10.0f64)
    var gamma_70: f64
    gamma_70 <- sub_f64(gamma_68, gamma_69)
    var gamma_71: f64
    gamma_71 <- sub_f64(10.0f64, gamma_70)
    var gamma_72: f64
    gamma_72 <- sub_f64(gamma_21, gamma_69)
    var gamma_73: f64
    gamma_73 <- add_f64(gamma_71, gamma_72)
    var gamma_74: f64
    gamma_74 <- add_f64(gamma_73, gamma_39)
    var gamma_75: f64
    gamma_75 <- mul_f64(gamma_47, gamma_68)
    var gamma_76: f64
    gamma_76 <- mul_f64(gamma_47, 1.34217729e8f64)
    var gamma_77: f64
    gamma_77 <- sub_f64(gamma_76, gamma_47)
    var gamma_78: f64
    gamma_78 <- sub_f64(gamma_76, gamma_77)
    var gamma_79: f64
    gamma_79 <- sub_f64(gamma_47, gamma_78)
    var gamma_80: f64
    gamma_80 <- mul_f64(gamma_68, 1.34217729e8f64)
    var gamma_81: f64
    gamma_81 <- sub_f64(gamma_80, gamma_68)
    var gamma_82: f64
    gamma_82 <- sub_f64(gamma_80, gamma_81)
    var gamma_83: f64
    gamma_83 <- sub_f64(gamma_68, gamma_82)
    var gamma_84: f64
    gamma_84 <- mul_f64(gamma_78, gamma_82)
    var gamma_85: f64
    gamma_85 <- sub_f64(gamma_84, gamma_75)
    var gamma_86: f64
    gamma_86 <- mul_f64(gamma_78, gamma_83)
    var gamma_87: f64
    gamma_87 <- add_f64(gamma_85, gamma_86)
    var gamma_88: f64
    gamma_88 <- mul_f64(gamma_79, gamma_82)
    var gamma_89: f64
    gamma_89 <- add_f64(gamma_87, gamma_88)
    var gamma_90: f64
    gamma_90 <- mul_f64(gamma_79, gamma_83)
    var gamma_91: f64
    gamma_91 <- add_f64(gamma_89, gamma_90)
    var gamma_92: f64
    gamma_92 <- mul_f64(gamma_67, gamma_68)
    var gamma_93: f64
    gamma_93 <- add_f64(gamma_92, gamma_91)
    var gamma_94: f64
    gamma_94 <- mul_f64(gamma_47, gamma_74)
    var gamma_95: f64
    gamma_95 <- add_f64(gamma_94, gamma_93)
    var gamma_96: f64
    gamma_96 <- add_f64(12.0f64, gamma_21)
    var gamma_97: f64
    gamma_97 <- sub_f64(gamma_96, 12.0f64)
    var gamma_98: f64
    gamma_98 <- sub_f64(gamma_96, gamma_97)
    var gamma_99: f64
    gamma_99 <- sub_f64(12.0f64, gamma_98)
    var gamma_100: f64
    gamma_100 <- sub_f64(gamma_21, gamma_97)
    var gamma_101: f64
    gamma_101 <- add_f64(gamma_99, gamma_100)
    var gamma_102: f64
    gamma_102 <- add_f64(gamma_101, gamma_39)
    var gamma_103: f64
    gamma_103 <- mul_f64(gamma_75, gamma_96)
    var gamma_104: f64
    gamma_104 <- mul_f64(gamma_75, 1.34217729e8f64)
    var gamma_105: f64
    gamma_105 <- sub_f64(gamma_104, gamma_75)
    var gamma_106: f64
    gamma_106 <- sub_f64(gamma_104, gamma_105)
    var gamma_107: f64
    gamma_107 <- sub_f64(gamma_75, gamma_106)
    var gamma_108: f64
    gamma_108 <- mul_f64(gamma_96, 1.34217729e8f64)
    var gamma_109: f64
    gamma_109 <- sub_f64(gamma_108, gamma_96)
    var gamma_110: f64
    gamma_110 <- sub_f64(gamma_108, gamma_109)
    var gamma_111: f64
    gamma_111 <- sub_f64(gamma_96, gamma_110)
    var gamma_112: f64
    gamma_112 <- mul_f64(gamma_106, gamma_110)
    var gamma_113: f64
    gamma_113 <- sub_f64(gamma_112, gamma_103)
    var gamma_114: f64
    gamma_114 <- mul_f64(gamma_106, gamma_111)
    var gamma_115: f64
    gamma_115 <- add_f64(gamma_113, gamma_114)
    var gamma_116: f64
    gamma_116 <- mul_f64(gamma_107, gamma_110)
    var gamma_117: f64
    gamma_117 <- add_f64(gamma_115, gamma_116)
    var gamma_118: f64
    gamma_118 <- mul_f64(gamma_107, gamma_111)
    var gamma_119: f64
    gamma_119 <- add_f64(gamma_117, gamma_118)
    var gamma_120: f64
    gamma_120 <- mul_f64(gamma_95, gamma_96)
    var gamma_121: f64
    gamma_121 <- add_f64(gamma_120, gamma_119)
    var gamma_122: f64
    gamma_122 <- mul_f64(gamma_75, gamma_102)
    var gamma_123: f64
    gamma_123 <- add_f64(gamma_122, gamma_121)
    var gamma_124: f64
    gamma_124 <- select(gamma_6, gamma_103, 1.0f64)
    var gamma_125: f64
    gamma_125 <- select(gamma_6, gamma_123, 0.0f64)
    var gamma_126: f64
    gamma_126 <- div_f64(1.0f64, gamma_8)
    var gamma_127: bool
    gamma_127 <- lt_f64(gamma_8, 2.2250738585072014e-308f64)
    var gamma_128: f64
    gamma_128 <- mul_f64(gamma_8, 4.503599627370496e15f64)
    var gamma_129: f64
    gamma_129 <- select(gamma_127, gamma_128, gamma_8)
    var gamma_130: u64
    gamma_130 <- tobits_f64(gamma_129)
    var gamma_131: i64
    gamma_131 <- i64_of_u64(gamma_130)
    var gamma_132: i64
    gamma_132 <- sub_i64(gamma_131, 4604544271217802188i64)
    var gamma_133: i64
    gamma_133 <- shr_i64(gamma_132, 52i64)
    var gamma_134: u64
    gamma_134 <- tobits_f64(gamma_129)
    var gamma_135: i64
    gamma_135 <- i64_of_u64(gamma_134)
    var gamma_136: i64
    gamma_136 <- shl_i64(gamma_133, 52i64)
    var gamma_137: i64
    gamma_137 <- sub_i64(gamma_135, gamma_136)
    var gamma_138: u64
    gamma_138 <- u64_of_i64(gamma_137)
    var gamma_139: f64
    gamma_139 <- frombits_u64(gamma_138)
    var gamma_140: f64
    gamma_140 <- sub_f64(gamma_139, 1.0f64)
    var gamma_141: f64
    gamma_141 <- f64_of_i64(gamma_133)
    var gamma_142: f64
    gamma_142 <- select(gamma_127, -52.0f64, 0.0f64)
    var gamma_143: f64
    gamma_143 <- add_f64(gamma_141, gamma_142)
    var gamma_144: f64
    gamma_144 <- add_f64(2.0f64, gamma_140)
    var gamma_145: f64
    gamma_145 <- sub_f64(gamma_144, 2.0f64)
    var gamma_146: f64
    gamma_146 <- sub_f64(gamma_140, gamma_145)
    var gamma_147: f64
    gamma_147 <- div_f64(gamma_140, gamma_144)
    var gamma_148: f64
    gamma_148 <- mul_f64(gamma_147, gamma_144)
    var gamma_149: f64
    gamma_149 <- mul_f64(gamma_147, 1.34217729e8f64)
    var gamma_150: f64
    gamma_150 <- sub_f64(gamma_149, gamma_147)
    var gamma_151: f64
    gamma_151 <- sub_f64(gamma_149, gamma_150)
    var gamma_152: f64
    gamma_152 <- sub_f64(gamma_147, gamma_151)
    var gamma_153: f64
    gamma_153 <- mul_f64(gamma_144, 1.34217729e8f64)
    var gamma_154: f64
    gamma_154 <- sub_f64(gamma_153, gamma_144)
    var gamma_155: f64
    gamma_155 <- sub_f64(gamma_153, gamma_154)
    var gamma_156: f64
    gamma_156 <- sub_f64(gamma_144, gamma_155)
    var gamma_157: f64
    gamma_157 <- mul_f64(gamma_151, gamma_155)
    var gamma_158: f64
    gamma_158 <- sub_f64(gamma_157, gamma_148)
    var gamma_159: f64
    gamma_159 <- mul_f64(gamma_151, gamma_156)
    var gamma_160: f64
    gamma_160 <- add_f64(gamma_158, gamma_159)
    var gamma_161: f64
    gamma_161 <- mul_f64(gamma_152, gamma_155)
    var gamma_162: f64
    gamma_162 <- add_f64(gamma_160, gamma_161)
    var gamma_163: f64
    gamma_163 <- mul_f64(gamma_152, gamma_156)
    var gamma_164: f64
    gamma_164 <- add_f64(gamma_162, gamma_163)
    var gamma_165: f64
    gamma_165 <- sub_f64(gamma_140, gamma_148)
    var gamma_166: f64
    gamma_166 <- sub_f64(gamma_165, gamma_164)
    var gamma_167: f64
    gamma_167 <- mul_f64(gamma_147, gamma_146)
    var gamma_168: f64
    gamma_168 <- sub_f64(0.0f64, gamma_167)
    var gamma_169: f64
    gamma_169 <- add_f64(gamma_166, gamma_168)
    var gamma_170: f64
    gamma_170 <- div_f64(gamma_169, gamma_144)
    var gamma_171: f64
    gamma_171 <- mul_f64(gamma_147, gamma_147)
    var gamma_172: f64
    gamma_172 <- mul_f64(gamma_147, 1.34217729e8f64)
    var gamma_173: f64
    gamma_173 <- sub_f64(gamma_172, gamma_147)
    var gamma_174: f64
    gamma_174 <- sub_f64(gamma_172, gamma_173)
    var gamma_175: f64
    gamma_175 <- sub_f64(gamma_147, gamma_174)
    var gamma_176: f64
    gamma_176 <- mul_f64(gamma_147, 1.34217729e8f64)
    var gamma_177: f64
    gamma_177 <- sub_f64(gamma_176, gamma_147)
    var gamma_178: f64
    gamma_178 <- sub_f64(gamma_176, gamma_177)
    var gamma_179: f64
    gamma_179 <- sub_f64(gamma_147, gamma_178)
    var gamma_180: f64
    gamma_180 <- mul_f64(gamma_174, gamma_178)
    var gamma_181: f64
    gamma_181 <- sub_f64(gamma_180, gamma_171)
    var gamma_182: f64
    gamma_182 <- mul_f64(gamma_174, gamma_179)
    var gamma_183: f64
    gamma_183 <- add_f64(gamma_181, gamma_182)
    var gamma_184: f64
    gamma_184 <- mul_f64(gamma_175, gamma_178)
    var gamma_185: f64
    gamma_185 <- add_f64(gamma_183, gamma_184)
    var gamma_186: f64
    gamma_186 <- mul_f64(gamma_175, gamma_179)
    var gamma_187: f64
    gamma_187 <- add_f64(gamma_185, gamma_186)
    var gamma_188: f64
    gamma_188 <- mul_f64(gamma_170, gamma_147)
    var gamma_189: f64
    gamma_189 <- add_f64(gamma_188, gamma_187)
    var gamma_190: f64
    gamma_190 <- mul_f64(gamma_147, gamma_170)
    var gamma_191: f64
    gamma_191 <- add_f64(gamma_190, gamma_189)
    var gamma_192: f64
    gamma_192 <- add_f64(gamma_171, gamma_191)
    var gamma_193: f64
    gamma_193 <- sub_f64(gamma_192, gamma_171)
    var gamma_194: f64
    gamma_194 <- sub_f64(gamma_191, gamma_193)
    var gamma_195: f64
    gamma_195 <- mul_f64(gamma_192, gamma_147)
    var gamma_196: f64
    gamma_196 <- mul_f64(gamma_192, 1.34217729e8f64)
    var gamma_197: f64
    gamma_197 <- sub_f64(gamma_196, gamma_192)
    var gamma_198: f64
    gamma_198 <- sub_f64(gamma_196, gamma_197)
    var gamma_199: f64
    gamma_199 <- sub_f64(gamma_192, gamma_198)
    var gamma_200: f64
    gamma_200 <- mul_f64(gamma_147, 1.34217729e8f64)
    var gamma_201: f64
    gamma_201 <- sub_f64(gamma_200, gamma_147)
    var gamma_202: f64
    gamma_202 <- sub_f64(gamma_200, gamma_201)
    var gamma_203: f64
    gamma_203 <- sub_f64(gamma_147, gamma_202)
    var gamma_204: f64
    gamma_204 <- mul_f64(gamma_198, gamma_202)
    var gamma_205: f64
    gamma_205 <- sub_f64(gamma_204, gamma_195)
    var gamma_206: f64
    gamma_206 <- mul_f64(gamma_198, gamma_203)
    var gamma_207: f64
    gamma_207 <- add_f64(gamma_205, gamma_206)
    var gamma_208: f64
    gamma_208 <- mul_f64(gamma_199, gamma_202)
    var gamma_209: f64
    gamma_209 <- add_f64(gamma_207, gamma_208)
    var gamma_210: f64
    gamma_210 <- mul_f64(gamma_199, gamma_203)
    var gamma_211: f64
    gamma_211 <- add_f64(gamma_209, gamma_210)
    var gamma_212: f64
    gamma_212 <- mul_f64(gamma_194, gamma_147)
    var gamma_213: f64
    gamma_213 <- add_f64(gamma_212, gamma_211)
    var gamma_214: f64
    gamma_214 <- mul_f64(gamma_192, gamma_170)
    var gamma_215: f64
    gamma_215 <- add_f64(gamma_214, gamma_213)
    var gamma_216: f64
    gamma_216 <- mul_f64(gamma_195, 0.6666666666666666f64)
    var gamma_217: f64
    gamma_217 <- mul_f64(gamma_195, 1.34217729e8f64)
    var gamma_218: f64
    gamma_218 <- sub_f64(gamma_217, gamma_195)
    var gamma_219: f64
    gamma_219 <- sub_f64(gamma_217, gamma_218)
    var gamma_220: f64
    gamma_220 <- sub_f64(gamma_195, gamma_219)
    var gamma_221: f64
    gamma_221 <- mul_f64(gamma_219, 0.6666666716337204f64)
    var gamma_222: f64
    gamma_222 <- sub_f64(gamma_221, gamma_216)
    var gamma_223: f64
    gamma_223 <- mul_f64(gamma_219, -4.967053768289986e-9f64)
    var gamma_224: f64
    gamma_224 <- add_f64(gamma_222, gamma_223)
    var gamma_225: f64
    gamma_225 <- mul_f64(gamma_220, 0.6666666716337204f64)
    var gamma_226: f64
    gamma_226 <- add_f64(gamma_224, gamma_225)
    var gamma_227: f64
    gamma_227 <- mul_f64(gamma_220, -4.967053768289986e-9f64)
    var gamma_228: f64
    gamma_228 <- add_f64(gamma_226, gamma_227)
    var gamma_229: f64
    gamma_229 <- mul_f64(gamma_215, 0.6666666666666666f64)
    var gamma_230: f64
    gamma_230 <- add_f64(gamma_229, gamma_228)
    var gamma_231: f64
    gamma_231 <- mul_f64(gamma_195, 3.700743415417188e-17f64)
    var gamma_232: f64
    gamma_232 <- add_f64(gamma_231, gamma_230)
    var gamma_233: f64
    gamma_233 <- add_f64(gamma_216, gamma_232)
    var gamma_234: f64
    gamma_234 <- sub_f64(gamma_233, gamma_216)
    var gamma_235: f64
    gamma_235 <- sub_f64(gamma_232, gamma_234)
    var gamma_236: f64
    gamma_236 <- mul_f64(0.1758457654214663f64, gamma_192)
    var gamma_237: f64
    gamma_237 <- add_f64(gamma_236, 0.17559372811383578f64)
    var gamma_238: f64
    gamma_238 <- mul_f64(gamma_237, gamma_192)
    var gamma_239: f64
    gamma_239 <- add_f64(gamma_238, 0.20002206357338018f64)
    var gamma_240: f64
    gamma_240 <- mul_f64(gamma_239, gamma_192)
    var gamma_241: f64
    gamma_241 <- add_f64(gamma_240, 0.23076892456343187f64)
    var gamma_242: f64
    gamma_242 <- mul_f64(gamma_241, gamma_192)
    var gamma_243: f64
    gamma_243 <- add_f64(gamma_242, 0.27272727502971605f64)
    var gamma_244: f64
    gamma_244 <- mul_f64(gamma_243, gamma_192)
    var gamma_245: f64
    gamma_245 <- add_f64(gamma_244, 0.3333333333248435f64)
    var gamma_246: f64
    gamma_246 <- mul_f64(gamma_245, gamma_192)
    var gamma_247: f64
    gamma_247 <- add_f64(gamma_246, 0.4285714285714405f64)
    var gamma_248: f64
    gamma_248 <- mul_f64(gamma_247, gamma_192)
    var gamma_249: f64
    gamma_249 <- add_f64(gamma_248, 0.6f64)
    var gamma_250: f64
    gamma_250 <- mul_f64(gamma_192, gamma_249)
    var gamma_251: f64
    gamma_251 <- mul_f64(gamma_233, gamma_250)
    var gamma_252: f64
    gamma_252 <- add_f64(gamma_147, gamma_147)
    var gamma_253: f64
    gamma_253 <- add_f64(gamma_252, gamma_233)
    var gamma_254: f64
    gamma_254 <- sub_f64(gamma_253, gamma_252)
    var gamma_255: f64
    gamma_255 <- sub_f64(gamma_233, gamma_254)
    var gamma_256: f64
    gamma_256 <- add_f64(gamma_170, gamma_170)
    var gamma_257: f64
    gamma_257 <- add_f64(gamma_235, gamma_251)
    var gamma_258: f64
    gamma_258 <- add_f64(gamma_256, gamma_257)
    var gamma_259: f64
    gamma_259 <- add_f64(gamma_255, gamma_258)
    var gamma_260: f64
    gamma_260 <- mul_f64(gamma_143, 0.6931471805598903f64)
    var gamma_261: f64
    gamma_261 <- add_f64(gamma_260, gamma_253)
    var gamma_262: f64
    gamma_262 <- sub_f64(gamma_261, gamma_260)
    var gamma_263: f64
    gamma_263 <- sub_f64(gamma_253, gamma_262)
    var gamma_264: f64
    gamma_264 <- add_f64(gamma_263, gamma_259)
    var gamma_265: f64
    gamma_265 <- mul_f64(gamma_143, 5.497923018708371e-14f64)
    var gamma_266: f64
    gamma_266 <- add_f64(gamma_265, gamma_264)
    var gamma_267: f64
    gamma_267 <- add_f64(gamma_261, gamma_266)
    var gamma_268: f64
    gamma_268 <- sub_f64(gamma_267, gamma_261)
    var gamma_269: f64
    gamma_269 <- sub_f64(gamma_266, gamma_268)
    var gamma_270: f64
    gamma_270 <- mul_f64(gamma_13, gamma_126)
    var gamma_271: f64
    gamma_271 <- add_f64(gamma_269, gamma_270)
    var gamma_272: f64
    gamma_272 <- add_f64(gamma_267, -1.0f64)
    var gamma_273: f64
    gamma_273 <- sub_f64(gamma_272, gamma_267)
    var gamma_274: f64
    gamma_274 <- sub_f64(gamma_272, gamma_273)
    var gamma_275: f64
    gamma_275 <- sub_f64(gamma_267, gamma_274)
    var gamma_276: f64
    gamma_276 <- sub_f64(-1.0f64, gamma_273)
    var gamma_277: f64
    gamma_277 <- add_f64(gamma_275, gamma_276)
    var gamma_278: f64
    gamma_278 <- add_f64(gamma_277, gamma_271)
    var gamma_279: f64
    gamma_279 <- add_f64(gamma_8, -0.5f64)
    var gamma_280: f64
    gamma_280 <- sub_f64(gamma_279, gamma_8)
    var gamma_281: f64
    gamma_281 <- sub_f64(gamma_279, gamma_280)
    var gamma_282: f64
    gamma_282 <- sub_f64(gamma_8, gamma_281)
    var gamma_283: f64
    gamma_283 <- sub_f64(-0.5f64, gamma_280)
    var gamma_284: f64
    gamma_284 <- add_f64(gamma_282, gamma_283)
    var gamma_285: f64
    gamma_285 <- add_f64(gamma_284, gamma_13)
    var gamma_286: f64
    gamma_286 <- mul_f64(gamma_279, gamma_272)
    var gamma_287: f64
    gamma_287 <- mul_f64(gamma_279, 1.34217729e8f64)
    var gamma_288: f64
    gamma_288 <- sub_f64(gamma_287, gamma_279)
    var gamma_289: f64
    gamma_289 <- sub_f64(gamma_287, gamma_288)
    var gamma_290: f64
    gamma_290 <- sub_f64(gamma_279, gamma_289)
    var gamma_291: f64
    gamma_291 <- mul_f64(gamma_272, 1.34217729e8f64)
    var gamma_292: f64
    gamma_292 <- sub_f64(gamma_291, gamma_272)
    var gamma_293: f64
    gamma_293 <- sub_f64(gamma_291, gamma_292)
    var gamma_294: f64
    gamma_294 <- sub_f64(gamma_272, gamma_293)
    var gamma_295: f64
    gamma_295 <- mul_f64(gamma_289, gamma_293)
    var gamma_296: f64
    gamma_296 <- sub_f64(gamma_295, gamma_286)
    var gamma_297: f64
    gamma_297 <- mul_f64(gamma_289, gamma_294)
    var gamma_298: f64
    gamma_298 <- add_f64(gamma_296, gamma_297)
    var gamma_299: f64
    gamma_299 <- mul_f64(gamma_290, gamma_293)
    var gamma_300: f64
    gamma_300 <- add_f64(gamma_298, gamma_299)
    var gamma_301: f64
    gamma_301 <- mul_f64(gamma_290, gamma_294)
    var gamma_302: f64
    gamma_302 <- add_f64(gamma_300, gamma_301)
    var gamma_303: f64
    gamma_303 <- mul_f64(gamma_285, gamma_272)
    var gamma_304: f64
    gamma_304 <- add_f64(gamma_303, gamma_302)
    var gamma_305: f64
    gamma_305 <- mul_f64(gamma_279, gamma_278)
    var gamma_306: f64
    gamma_306 <- add_f64(gamma_305, gamma_304)
    var gamma_307: f64
    gamma_307 <- mul_f64(gamma_126, gamma_126)
    var gamma_308: f64
    gamma_308 <- mul_f64(-2.0855820837463117e-2f64, gamma_307)
    var gamma_309: f64
    gamma_309 <- add_f64(gamma_308, 6.2081367662297935e-3f64)
    var gamma_310: f64
    gamma_310 <- mul_f64(gamma_309, gamma_307)
    var gamma_311: f64
    gamma_311 <- add_f64(gamma_310, -1.914965912162907e-3f64)
    var gamma_312: f64
    gamma_312 <- mul_f64(gamma_311, gamma_307)
    var gamma_313: f64
    gamma_313 <- add_f64(gamma_312, 8.417325268022405e-4f64)
    var gamma_314: f64
    gamma_314 <- mul_f64(gamma_313, gamma_307)
    var gamma_315: f64
    gamma_315 <- add_f64(gamma_314, -5.952380234291254e-4f64)
    var gamma_316: f64
    gamma_316 <- mul_f64(gamma_315, gamma_307)
    var gamma_317: f64
    gamma_317 <- add_f64(gamma_316, 7.936507935117282e-4f64)
    var gamma_318: f64
    gamma_318 <- mul_f64(gamma_317, gamma_307)
    var gamma_319: f64
    gamma_319 <- add_f64(gamma_318, -2.7777777777776747e-3f64)
    var gamma_320: f64
    gamma_320 <- mul_f64(gamma_319, gamma_307)
    var gamma_321: f64
    gamma_321 <- add_f64(gamma_320, 8.333333333333333e-2f64)
    var gamma_322: f64
    gamma_322 <- mul_f64(gamma_126, gamma_321)
    var gamma_323: f64
    gamma_323 <- add_f64(gamma_286, 0.4189385332046727f64)
    var gamma_324: f64
    gamma_324 <- sub_f64(gamma_323, gamma_286)
    var gamma_325: f64
    gamma_325 <- sub_f64(gamma_323, gamma_324)
    var gamma_326: f64
    gamma_326 <- sub_f64(gamma_286, gamma_325)
    var gamma_327: f64
    gamma_327 <- sub_f64(0.4189385332046727f64, gamma_324)
    var gamma_328: f64
    gamma_328 <- add_f64(gamma_326, gamma_327)
    var gamma_329: f64
    gamma_329 <- add_f64(1.6728209650585413e-17f64, gamma_322)
    var gamma_330: f64
    gamma_330 <- add_f64(gamma_306, gamma_329)
    var gamma_331: f64
    gamma_331 <- add_f64(gamma_328, gamma_330)
    var gamma_332: f64
    gamma_332 <- mul_f64(gamma_323, 1.4426950408889634f64)
    var gamma_333: f64
    gamma_333 <- add_f64(gamma_332, 6.755399441055744e15f64)
    var gamma_334: f64
    gamma_334 <- sub_f64(gamma_333, 6.755399441055744e15f64)
    var gamma_335: u64
    gamma_335 <- tobits_f64(gamma_333)
    var gamma_336: i64
    gamma_336 <- i64_of_u64(gamma_335)
    var gamma_337: i64
    gamma_337 <- sub_i64(gamma_336, 4843621399236968448i64)
    var gamma_338: f64
    gamma_338 <- mul_f64(gamma_334, -0.6931471805598903f64)
    var gamma_339: f64
    gamma_339 <- add_f64(gamma_338, gamma_323)
    var gamma_340: f64
    gamma_340 <- mul_f64(gamma_334, -5.497923018708371e-14f64)
    var gamma_341: f64
    gamma_341 <- add_f64(gamma_339, gamma_340)
    var gamma_342: f64
    gamma_342 <- sub_f64(gamma_341, gamma_339)
    var gamma_343: f64
    gamma_343 <- sub_f64(gamma_341, gamma_342)
    var gamma_344: f64
    gamma_344 <- sub_f64(gamma_339, gamma_343)
    var gamma_345: f64
    gamma_345 <- sub_f64(gamma_340, gamma_342)
    var gamma_346: f64
    gamma_346 <- add_f64(gamma_344, gamma_345)
    var gamma_347: f64
    gamma_347 <- add_f64(gamma_346, gamma_331)
    var gamma_348: f64
    gamma_348 <- add_f64(gamma_341, gamma_347)
    var gamma_349: f64
    gamma_349 <- sub_f64(gamma_348, gamma_341)
    var gamma_350: f64
    gamma_350 <- sub_f64(gamma_348, gamma_349)
    var gamma_351: f64
    gamma_351 <- sub_f64(gamma_341, gamma_350)
    var gamma_352: f64
    gamma_352 <- sub_f64(gamma_347, gamma_349)
    var gamma_353: f64
    gamma_353 <- add_f64(gamma_351, gamma_352)
    var gamma_354: f64
    gamma_354 <- add_f64(1.0f64, gamma_348)
    var gamma_355: f64
    gamma_355 <- sub_f64(gamma_354, 1.0f64)
    var gamma_356: f64
    gamma_356 <- sub_f64(gamma_348, gamma_355)
    var gamma_357: f64
    gamma_357 <- mul_f64(gamma_348, gamma_348)
    var gamma_358: f64
    gamma_358 <- mul_f64(2.0914679376583935e-9f64, gamma_348)
    var gamma_359: f64
    gamma_359 <- add_f64(gamma_358, 2.510520637395701e-8f64)
    var gamma_360: f64
    gamma_360 <- mul_f64(gamma_359, gamma_348)
    var gamma_361: f64
    gamma_361 <- add_f64(gamma_360, 2.7557273661348637e-7f64)
    var gamma_362: f64
    gamma_362 <- mul_f64(gamma_361, gamma_348)
    var gamma_363: f64
    gamma_363 <- add_f64(gamma_362, 2.7557255425746435e-6f64)
    var gamma_364: f64
    gamma_364 <- mul_f64(gamma_363, gamma_348)
    var gamma_365: f64
    gamma_365 <- add_f64(gamma_364, 2.4801587325533363e-5f64)
    var gamma_366: f64
    gamma_366 <- mul_f64(gamma_365, gamma_348)
    var gamma_367: f64
    gamma_367 <- add_f64(gamma_366, 1.9841269874800493e-4f64)
    var gamma_368: f64
    gamma_368 <- mul_f64(gamma_367, gamma_348)
    var gamma_369: f64
    gamma_369 <- add_f64(gamma_368, 1.3888888888883752e-3f64)
    var gamma_370: f64
    gamma_370 <- mul_f64(gamma_369, gamma_348)
    var gamma_371: f64
    gamma_371 <- add_f64(gamma_370, 8.333333333326141e-3f64)
    var gamma_372: f64
    gamma_372 <- mul_f64(gamma_371, gamma_348)
    var gamma_373: f64
    gamma_373 <- add_f64(gamma_372, 4.166666666666667e-2f64)
    var gamma_374: f64
    gamma_374 <- mul_f64(gamma_373, gamma_348)
    var gamma_375: f64
    gamma_375 <- add_f64(gamma_374, 0.1666666666666667f64)
    var gamma_376: f64
    gamma_376 <- mul_f64(gamma_375, gamma_348)
    var gamma_377: f64
    gamma_377 <- add_f64(gamma_376, 0.5f64)
    var gamma_378: f64
    gamma_378 <- mul_f64(gamma_353, gamma_348)
    var gamma_379: f64
    gamma_379 <- add_f64(gamma_378, gamma_353)
    var gamma_380: f64
    gamma_380 <- mul_f64(gamma_357, gamma_377)
    var gamma_381: f64
    gamma_381 <- add_f64(gamma_380, gamma_379)
    var gamma_382: f64
    gamma_382 <- add_f64(gamma_356, gamma_381)
    var gamma_383: f64
    gamma_383 <- add_f64(gamma_354, gamma_382)
    var gamma_384: f64
    gamma_384 <- sub_f64(gamma_383, gamma_354)
    var gamma_385: f64
    gamma_385 <- sub_f64(gamma_382, gamma_384)
    var gamma_386: f64
    gamma_386 <- mul_f64(gamma_3, 0.5f64)
    var gamma_387: bool
    gamma_387 <- lt_f64(gamma_386, 4.503599627370496e15f64)
    var gamma_388: f64
    gamma_388 <- add_f64(gamma_386, 4.503599627370496e15f64)
    var gamma_389: f64
    gamma_389 <- sub_f64(gamma_388, 4.503599627370496e15f64)
    var gamma_390: f64
    gamma_390 <- select(gamma_387, gamma_389, gamma_386)
    var gamma_391: f64
    gamma_391 <- mul_f64(2.0f64, gamma_390)
    var gamma_392: f64
    gamma_392 <- sub_f64(gamma_3, gamma_391)
    var gamma_393: f64
    gamma_393 <- mul_f64(gamma_392, 2.0f64)
    var gamma_394: f64
    gamma_394 <- add_f64(gamma_393, 6.755399441055744e15f64)
    var gamma_395: f64
    gamma_395 <- sub_f64(gamma_394, 6.755399441055744e15f64)
    var gamma_396: u64
    gamma_396 <- tobits_f64(gamma_394)
    var gamma_397: i64
    gamma_397 <- i64_of_u64(gamma_396)
    var gamma_398: f64
    gamma_398 <- mul_f64(gamma_395, 0.5f64)
    var gamma_399: f64
    gamma_399 <- sub_f64(gamma_392, gamma_398)
    var gamma_400: f64
    gamma_400 <- mul_f64(3.141592653589793f64, gamma_399)
    var gamma_401: f64
    gamma_401 <- mul_f64(gamma_399, 1.34217729e8f64)
    var gamma_402: f64
    gamma_402 <- sub_f64(gamma_401, gamma_399)
    var gamma_403: f64
    gamma_403 <- sub_f64(gamma_401, gamma_402)
    var gamma_404: f64
    gamma_404 <- sub_f64(gamma_399, gamma_403)
    var gamma_405: f64
    gamma_405 <- mul_f64(3.1415926814079285f64, gamma_403)
    var gamma_406: f64
    gamma_406 <- sub_f64(gamma_405, gamma_400)
    var gamma_407: f64
    gamma_407 <- mul_f64(3.1415926814079285f64, gamma_404)
    var gamma_408: f64
    gamma_408 <- add_f64(gamma_406, gamma_407)
    var gamma_409: f64
    gamma_409 <- mul_f64(-2.781813535079891e-8f64, gamma_403)
    var gamma_410: f64
    gamma_410 <- add_f64(gamma_408, gamma_409)
    var gamma_411: f64
    gamma_411 <- mul_f64(-2.781813535079891e-8f64, gamma_404)
    var gamma_412: f64
    gamma_412 <- add_f64(gamma_410, gamma_411)
    var gamma_413: f64
    gamma_413 <- mul_f64(1.2246467991473532e-16f64, gamma_399)
    var gamma_414: f64
    gamma_414 <- add_f64(gamma_413, gamma_412)
    var gamma_415: i64
    gamma_415 <- and_i64(gamma_397, 1i64)
    var gamma_416: bool
    gamma_416 <- eq_i64(gamma_415, 0i64)
    var gamma_417: f64
    gamma_417 <- mul_f64(gamma_400, gamma_400)
    var gamma_418: f64
    gamma_418 <- mul_f64(gamma_417, gamma_400)
    var gamma_419: f64
    gamma_419 <- mul_f64(-7.586697117706918e-13f64, gamma_417)
    var gamma_420: f64
    gamma_420 <- add_f64(gamma_419, 1.6058531618986147e-10f64)
    var gamma_421: f64
    gamma_421 <- mul_f64(gamma_420, gamma_417)
    var gamma_422: f64
    gamma_422 <- add_f64(gamma_421, -2.5052106232447578e-8f64)
    var gamma_423: f64
    gamma_423 <- mul_f64(gamma_422, gamma_417)
    var gamma_424: f64
    gamma_424 <- add_f64(gamma_423, 2.7557319219339167e-6f64)
    var gamma_425: f64
    gamma_425 <- mul_f64(gamma_424, gamma_417)
    var gamma_426: f64
    gamma_426 <- add_f64(gamma_425, -1.9841269841265065e-4f64)
    var gamma_427: f64
    gamma_427 <- mul_f64(gamma_426, gamma_417)
    var gamma_428: f64
    gamma_428 <- add_f64(gamma_427, 8.333333333333331e-3f64)
    var gamma_429: f64
    gamma_429 <- mul_f64(gamma_428, gamma_417)
    var gamma_430: f64
    gamma_430 <- add_f64(gamma_429, -0.16666666666666666f64)
    var gamma_431: f64
    gamma_431 <- mul_f64(gamma_418, gamma_430)
    var gamma_432: f64
    gamma_432 <- add_f64(gamma_431, gamma_414)
    var gamma_433: f64
    gamma_433 <- mul_f64(-0.5f64, gamma_414)
    var gamma_434: f64
    gamma_434 <- mul_f64(gamma_417, gamma_433)
    var gamma_435: f64
    gamma_435 <- add_f64(gamma_434, gamma_432)
    var gamma_436: f64
    gamma_436 <- mul_f64(gamma_400, gamma_400)
    var gamma_437: f64
    gamma_437 <- mul_f64(gamma_400, 1.34217729e8f64)
    var gamma_438: f64
    gamma_438 <- sub_f64(gamma_437, gamma_400)
    var gamma_439: f64
    gamma_439 <- sub_f64(gamma_437, gamma_438)
    var gamma_440: f64
    gamma_440 <- sub_f64(gamma_400, gamma_439)
    var gamma_441: f64
    gamma_441 <- mul_f64(gamma_400, 1.34217729e8f64)
    var gamma_442: f64
    gamma_442 <- sub_f64(gamma_441, gamma_400)
    var gamma_443: f64
    gamma_443 <- sub_f64(gamma_441, gamma_442)
    var gamma_444: f64
    gamma_444 <- sub_f64(gamma_400, gamma_443)
    var gamma_445: f64
    gamma_445 <- mul_f64(gamma_439, gamma_443)
    var gamma_446: f64
    gamma_446 <- sub_f64(gamma_445, gamma_436)
    var gamma_447: f64
    gamma_447 <- mul_f64(gamma_439, gamma_444)
    var gamma_448: f64
    gamma_448 <- add_f64(gamma_446, gamma_447)
    var gamma_449: f64
    gamma_449 <- mul_f64(gamma_440, gamma_443)
    var gamma_450: f64
    gamma_450 <- add_f64(gamma_448, gamma_449)
    var gamma_451: f64
    gamma_451 <- mul_f64(gamma_440, gamma_444)
    var gamma_452: f64
    gamma_452 <- add_f64(gamma_450, gamma_451)
    var gamma_453: f64
    gamma_453 <- mul_f64(gamma_436, 0.5f64)
    var gamma_454: f64
    gamma_454 <- mul_f64(gamma_452, 0.5f64)
    var gamma_455: f64
    gamma_455 <- sub_f64(1.0f64, gamma_453)
    var gamma_456: f64
    gamma_456 <- sub_f64(1.0f64, gamma_455)
    var gamma_457: f64
    gamma_457 <- sub_f64(gamma_456, gamma_453)
    var gamma_458: f64
    gamma_458 <- mul_f64(gamma_400, gamma_414)
    var gamma_459: f64
    gamma_459 <- add_f64(gamma_458, gamma_454)
    var gamma_460: f64
    gamma_460 <- sub_f64(gamma_457, gamma_459)
    var gamma_461: f64
    gamma_461 <- mul_f64(gamma_436, gamma_436)
    var gamma_462: f64
    gamma_462 <- mul_f64(4.7458719020432915e-14f64, gamma_436)
    var gamma_463: f64
    gamma_463 <- add_f64(gamma_462, -1.1470460887609959e-11f64)
    var gamma_464: f64
    gamma_464 <- mul_f64(gamma_463, gamma_436)
    var gamma_465: f64
    gamma_465 <- add_f64(gamma_464, 2.087675579108042e-9f64)
    var gamma_466: f64
    gamma_466 <- mul_f64(gamma_465, gamma_436)
    var gamma_467: f64
    gamma_467 <- add_f64(gamma_466, -2.7557319221402824e-7f64)
    var gamma_468: f64
    gamma_468 <- mul_f64(gamma_467, gamma_436)
    var gamma_469: f64
    gamma_469 <- add_f64(gamma_468, 2.4801587301584645e-5f64)
    var gamma_470: f64
    gamma_470 <- mul_f64(gamma_469, gamma_436)
    var gamma_471: f64
    gamma_471 <- add_f64(gamma_470, -1.3888888888888887e-3f64)
    var gamma_472: f64
    gamma_472 <- mul_f64(gamma_471, gamma_436)
    var gamma_473: f64
    gamma_473 <- add_f64(gamma_472, 4.1666666666666664e-2f64)
    var gamma_474: f64
    gamma_474 <- mul_f64(gamma_461, gamma_473)
    var gamma_475: f64
    gamma_475 <- add_f64(gamma_474, gamma_460)
    var gamma_476: f64
    gamma_476 <- select(gamma_416, gamma_400, gamma_455)
    var gamma_477: f64
    gamma_477 <- select(gamma_416, gamma_435, gamma_475)
    var gamma_478: i64
    gamma_478 <- and_i64(gamma_397, 2i64)
    var gamma_479: i64
    gamma_479 <- shl_i64(gamma_478, 62i64)
    var gamma_480: f64
    gamma_480 <- add_f64(gamma_476, gamma_477)
    var gamma_481: f64
    gamma_481 <- sub_f64(gamma_480, gamma_476)
    var gamma_482: f64
    gamma_482 <- sub_f64(gamma_477, gamma_481)
    var gamma_483: bool
    gamma_483 <- eq_i64(gamma_479, 0i64)
    var gamma_484: f64
    gamma_484 <- select(gamma_483, 1.0f64, -1.0f64)
    var gamma_485: f64
    gamma_485 <- mul_f64(gamma_480, gamma_484)
    var gamma_486: f64
    gamma_486 <- mul_f64(gamma_482, gamma_484)
    var gamma_487: f64
    gamma_487 <- select(gamma_6, 1.0f64, gamma_5)
    var gamma_488: f64
    gamma_488 <- mul_f64(gamma_485, gamma_487)
    var gamma_489: f64
    gamma_489 <- mul_f64(gamma_485, 1.34217729e8f64)
    var gamma_490: f64
    gamma_490 <- sub_f64(gamma_489, gamma_485)
    var gamma_491: f64
    gamma_491 <- sub_f64(gamma_489, gamma_490)
    var gamma_492: f64
    gamma_492 <- sub_f64(gamma_485, gamma_491)
    var gamma_493: f64
    gamma_493 <- mul_f64(gamma_487, 1.34217729e8f64)
    var gamma_494: f64
    gamma_494 <- sub_f64(gamma_493, gamma_487)
    var gamma_495: f64
    gamma_495 <- sub_f64(gamma_493, gamma_494)
    var gamma_496: f64
    gamma_496 <- sub_f64(gamma_487, gamma_495)
    var gamma_497: f64
    gamma_497 <- mul_f64(gamma_491, gamma_495)
    var gamma_498: f64
    gamma_498 <- sub_f64(gamma_497, gamma_488)
    var gamma_499: f64
    gamma_499 <- mul_f64(gamma_491, gamma_496)
    var gamma_500: f64
    gamma_500 <- add_f64(gamma_498, gamma_499)
    var gamma_501: f64
    gamma_501 <- mul_f64(gamma_492, gamma_495)
    var gamma_502: f64
    gamma_502 <- add_f64(gamma_500, gamma_501)
    var gamma_503: f64
    gamma_503 <- mul_f64(gamma_492, gamma_496)
    var gamma_504: f64
    gamma_504 <- add_f64(gamma_502, gamma_503)
    var gamma_505: f64
    gamma_505 <- mul_f64(gamma_486, gamma_487)
    var gamma_506: f64
    gamma_506 <- add_f64(gamma_505, gamma_504)
    var gamma_507: f64
    gamma_507 <- mul_f64(gamma_383, gamma_488)
    var gamma_508: f64
    gamma_508 <- mul_f64(gamma_383, 1.34217729e8f64)
    var gamma_509: f64
    gamma_509 <- sub_f64(gamma_508, gamma_383)
    var gamma_510: f64
    gamma_510 <- sub_f64(gamma_508, gamma_509)
    var gamma_511: f64
    gamma_511 <- sub_f64(gamma_383, gamma_510)
    var gamma_512: f64
    gamma_512 <- mul_f64(gamma_488, 1.34217729e8f64)
    var gamma_513: f64
    gamma_513 <- sub_f64(gamma_512, gamma_488)
    var gamma_514: f64
    gamma_514 <- sub_f64(gamma_512, gamma_513)
    var gamma_515: f64
    gamma_515 <- sub_f64(gamma_488, gamma_514)
    var gamma_516: f64
    gamma_516 <- mul_f64(gamma_510, gamma_514)
    var gamma_517: f64
    gamma_517 <- sub_f64(gamma_516, gamma_507)
    var gamma_518: f64
    gamma_518 <- mul_f64(gamma_510, gamma_515)
    var gamma_519: f64
    gamma_519 <- add_f64(gamma_517, gamma_518)
    var gamma_520: f64
    gamma_520 <- mul_f64(gamma_511, gamma_514)
    var gamma_521: f64
    gamma_521 <- add_f64(gamma_519, gamma_520)
    var gamma_522: f64
    gamma_522 <- mul_f64(gamma_511, gamma_515)
    var gamma_523: f64
    gamma_523 <- add_f64(gamma_521, gamma_522)
    var gamma_524: f64
    gamma_524 <- mul_f64(gamma_385, gamma_488)
    var gamma_525: f64
    gamma_525 <- add_f64(gamma_524, gamma_523)
    var gamma_526: f64
    gamma_526 <- mul_f64(gamma_383, gamma_506)
    var gamma_527: f64
    gamma_527 <- add_f64(gamma_526, gamma_525)
    var gamma_528: f64
    gamma_528 <- select(gamma_6, gamma_5, 1.0f64)
    var gamma_529: f64
    gamma_529 <- mul_f64(gamma_124, gamma_528)
    var gamma_530: f64
    gamma_530 <- mul_f64(gamma_124, 1.34217729e8f64)
    var gamma_531: f64
    gamma_531 <- sub_f64(gamma_530, gamma_124)
    var gamma_532: f64
    gamma_532 <- sub_f64(gamma_530, gamma_531)
    var gamma_533: f64
    gamma_533 <- sub_f64(gamma_124, gamma_532)
    var gamma_534: f64
    gamma_534 <- mul_f64(gamma_528, 1.34217729e8f64)
    var gamma_535: f64
    gamma_535 <- sub_f64(gamma_534, gamma_528)
    var gamma_536: f64
    gamma_536 <- sub_f64(gamma_534, gamma_535)
    var gamma_537: f64
    gamma_537 <- sub_f64(gamma_528, gamma_536)
    var gamma_538: f64
    gamma_538 <- mul_f64(gamma_532, gamma_536)
    var gamma_539: f64
    gamma_539 <- sub_f64(gamma_538, gamma_529)
    var gamma_540: f64
    gamma_540 <- mul_f64(gamma_532, gamma_537)
    var gamma_541: f64
    gamma_541 <- add_f64(gamma_539, gamma_540)
    var gamma_542: f64
    gamma_542 <- mul_f64(gamma_533, gamma_536)
    var gamma_543: f64
    gamma_543 <- add_f64(gamma_541, gamma_542)
    var gamma_544: f64
    gamma_544 <- mul_f64(gamma_533, gamma_537)
    var gamma_545: f64
    gamma_545 <- add_f64(gamma_543, gamma_544)
    var gamma_546: f64
    gamma_546 <- mul_f64(gamma_125, gamma_528)
    var gamma_547: f64
    gamma_547 <- add_f64(gamma_546, gamma_545)
    var gamma_548: f64
    gamma_548 <- mul_f64(gamma_124, 3.141592653589793f64)
    var gamma_549: f64
    gamma_549 <- mul_f64(gamma_124, 1.34217729e8f64)
    var gamma_550: f64
    gamma_550 <- sub_f64(gamma_549, gamma_124)
    var gamma_551: f64
    gamma_551 <- sub_f64(gamma_549, gamma_550)
    var gamma_552: f64
    gamma_552 <- sub_f64(gamma_124, gamma_551)
    var gamma_553: f64
    gamma_553 <- mul_f64(gamma_551, 3.1415926814079285f64)
    var gamma_554: f64
    gamma_554 <- sub_f64(gamma_553, gamma_548)
    var gamma_555: f64
    gamma_555 <- mul_f64(gamma_551, -2.781813535079891e-8f64)
    var gamma_556: f64
    gamma_556 <- add_f64(gamma_554, gamma_555)
    var gamma_557: f64
    gamma_557 <- mul_f64(gamma_552, 3.1415926814079285f64)
    var gamma_558: f64
    gamma_558 <- add_f64(gamma_556, gamma_557)
    var gamma_559: f64
    gamma_559 <- mul_f64(gamma_552, -2.781813535079891e-8f64)
    var gamma_560: f64
    gamma_560 <- add_f64(gamma_558, gamma_559)
    var gamma_561: f64
    gamma_561 <- mul_f64(gamma_125, 3.141592653589793f64)
    var gamma_562: f64
    gamma_562 <- add_f64(gamma_561, gamma_560)
    var gamma_563: f64
    gamma_563 <- mul_f64(gamma_124, 1.2246467991473532e-16f64)
    var gamma_564: f64
    gamma_564 <- add_f64(gamma_563, gamma_562)
    var gamma_565: f64
    gamma_565 <- neg_f64(gamma_548)
    var gamma_566: f64
    gamma_566 <- neg_f64(gamma_564)
    var gamma_567: f64
    gamma_567 <- select(gamma_2, gamma_565, gamma_383)
    var gamma_568: f64
    gamma_568 <- select(gamma_2, gamma_566, gamma_385)
    var gamma_569: f64
    gamma_569 <- select(gamma_2, gamma_507, gamma_529)
    var gamma_570: f64
    gamma_570 <- select(gamma_2, gamma_527, gamma_547)
    var gamma_571: i64
    gamma_571 <- sub_i64(0i64, gamma_337)
    var gamma_572: i64
    gamma_572 <- select(gamma_2, gamma_571, gamma_337)
    var gamma_573: f64
    gamma_573 <- div_f64(gamma_567, gamma_569)
    var gamma_574: f64
    gamma_574 <- mul_f64(gamma_573, gamma_569)
    var gamma_575: f64
    gamma_575 <- mul_f64(gamma_573, 1.34217729e8f64)
    var gamma_576: f64
    gamma_576 <- sub_f64(gamma_575, gamma_573)
    var gamma_577: f64
    gamma_577 <- sub_f64(gamma_575, gamma_576)
    var gamma_578: f64
    gamma_578 <- sub_f64(gamma_573, gamma_577)
    var gamma_579: f64
    gamma_579 <- mul_f64(gamma_569, 1.34217729e8f64)
    var gamma_580: f64
    gamma_580 <- sub_f64(gamma_579, gamma_569)
    var gamma_581: f64
    gamma_581 <- sub_f64(gamma_579, gamma_580)
    var gamma_582: f64
    gamma_582 <- sub_f64(gamma_569, gamma_581)
    var gamma_583: f64
    gamma_583 <- mul_f64(gamma_577, gamma_581)
    var gamma_584: f64
    gamma_584 <- sub_f64(gamma_583, gamma_574)
    var gamma_585: f64
    gamma_585 <- mul_f64(gamma_577, gamma_582)
    var gamma_586: f64
    gamma_586 <- add_f64(gamma_584, gamma_585)
    var gamma_587: f64
    gamma_587 <- mul_f64(gamma_578, gamma_581)
    var gamma_588: f64
    gamma_588 <- add_f64(gamma_586, gamma_587)
    var gamma_589: f64
    gamma_589 <- mul_f64(gamma_578, gamma_582)
    var gamma_590: f64
    gamma_590 <- add_f64(gamma_588, gamma_589)
    var gamma_591: f64
    gamma_591 <- sub_f64(gamma_567, gamma_574)
    var gamma_592: f64
    gamma_592 <- sub_f64(gamma_591, gamma_590)
    var gamma_593: f64
    gamma_593 <- mul_f64(gamma_573, gamma_570)
    var gamma_594: f64
    gamma_594 <- sub_f64(gamma_568, gamma_593)
    var gamma_595: f64
    gamma_595 <- add_f64(gamma_592, gamma_594)
    var gamma_596: f64
    gamma_596 <- div_f64(gamma_595, gamma_569)
    var gamma_597: f64
    gamma_597 <- add_f64(gamma_573, gamma_596)
    var gamma_598: i64
    gamma_598 <- shr_i64(gamma_572, 1i64)
    var gamma_599: i64
    gamma_599 <- add_i64(gamma_598, 1023i64)
    var gamma_600: i64
    gamma_600 <- shl_i64(gamma_599, 52i64)
    var gamma_601: u64
    gamma_601 <- u64_of_i64(gamma_600)
    var gamma_602: f64
    gamma_602 <- frombits_u64(gamma_601)
    var gamma_603: f64
    gamma_603 <- mul_f64(gamma_597, gamma_602)
    var gamma_604: i64
    gamma_604 <- sub_i64(gamma_572, gamma_598)
    var gamma_605: i64
    gamma_605 <- add_i64(gamma_604, 1023i64)
    var gamma_606: i64
    gamma_606 <- shl_i64(gamma_605, 52i64)
    var gamma_607: u64
    gamma_607 <- u64_of_i64(gamma_606)
    var gamma_608: f64
    gamma_608 <- frombits_u64(gamma_607)
    var gamma_609: f64
    gamma_609 <- mul_f64(gamma_603, gamma_608)
    var gamma_610: bool
    gamma_610 <- lt_f64(gamma_3, 4.503599627370496e15f64)
    var gamma_611: f64
    gamma_611 <- add_f64(gamma_3, 4.503599627370496e15f64)
    var gamma_612: f64
    gamma_612 <- sub_f64(gamma_611, 4.503599627370496e15f64)
    var gamma_613: f64
    gamma_613 <- select(gamma_610, gamma_612, gamma_3)
    var gamma_614: bool
    gamma_614 <- eq_f64(gamma_613, gamma_3)
    var gamma_615: bool
    gamma_615 <- lt_f64(190.0f64, x_2)
    var gamma_616: f64
    gamma_616 <- select(gamma_615, f64.inf, gamma_609)
    var gamma_617: bool
    gamma_617 <- logand_bool(gamma_2, gamma_614)
    var gamma_618: f64
    gamma_618 <- select(gamma_617, f64.nan, gamma_616)
    var gamma_619: bool
    gamma_619 <- lt_f64(gamma_3, 6.938893903907228e-18f64)
    var gamma_620: f64
    gamma_620 <- div_f64(1.0f64, x_2)
    var gamma_621: f64
    gamma_621 <- select(gamma_619, gamma_620, gamma_618)
    var gamma_622: bool
    gamma_622 <- eq_f64(x_2, x_2)
    var gamma_623: f64
    gamma_623 <- select(gamma_622, gamma_621, x_2)
    gamma <- gamma_623
    map_mem_2[gid_2] <- exp_34
    map_mem_3[gid_2] <- gamma
  done
return ([n]f16 @map_mem, [n]f64 @map_mem_2, [n]f64 @map_mem_3)
