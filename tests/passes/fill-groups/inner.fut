-- A kernel inside of a kernel.
entry main [n][m] (xss: [n][m]f64) : [n]f64 =
  map (\xs -> let ys = map (\x -> f64.exp (f64.sin x)) xs in loop s = 1 for k < m do s * ys[(k * k) % m]) xss
-- ---
-- before fill-groups (Imp)
entry main (xss_mem: [n][m]f64) do
  var map_mem: mem f64
  map_mem <- alloc f64 n
  var size: i64
  size <- min_i64(max_i64(0i64, m), 281474976710656i64)
  threads thread < threads, together, with mul_i64(size, 8i64) bytes do
    var step: i64
    step <- select(together, threads, 1i64)
    var lead: i64
    lead <- select(together, 1i64, size)
    var map_mem_2: mem f64
    map_mem_2 <- alloc f64 mul_i64(threads, size)
    kernel (gid < n) do
      var map_mem_3: mem f64
      map_mem_3 <- map_mem_2
      kernel (gid_2 < m) do
        var x: f64
        x <- xss_mem[add_i64(mul_i64(gid, m), gid_2)]
        var sin: f64
        var sin_2: f64
        sin_2 <- mul_f64(x, 0.6366197723675814f64)
        var sin_3: f64
        sin_3 <- add_f64(sin_2, 6.755399441055744e15f64)
        var sin_4: f64
        sin_4 <- sub_f64(sin_3, 6.755399441055744e15f64)
        var sin_5: u64
        sin_5 <- tobits_f64(sin_3)
        var sin_6: i64
        sin_6 <- i64_of_u64(sin_5)
        var sin_7: f64
        sin_7 <- mul_f64(sin_4, -1.5707963267341256f64)
        var sin_8: f64
        sin_8 <- add_f64(sin_7, x)
        var sin_9: f64
        sin_9 <- mul_f64(sin_4, 6.077100506506192e-11f64)
        var sin_10: f64
        sin_10 <- mul_f64(sin_4, 1.34217729e8f64)
        var sin_11: f64
        sin_11 <- sub_f64(sin_10, sin_4)
        var sin_12: f64
        sin_12 <- sub_f64(sin_10, sin_11)
        var sin_13: f64
        sin_13 <- sub_f64(sin_4, sin_12)
        var sin_14: f64
        sin_14 <- mul_f64(sin_12, 6.077100454804363e-11f64)
        var sin_15: f64
        sin_15 <- sub_f64(sin_14, sin_9)
        var sin_16: f64
        sin_16 <- mul_f64(sin_12, 5.170182946578507e-19f64)
        var sin_17: f64
        sin_17 <- add_f64(sin_15, sin_16)
        var sin_18: f64
        sin_18 <- mul_f64(sin_13, 6.077100454804363e-11f64)
        var sin_19: f64
        sin_19 <- add_f64(sin_17, sin_18)
        var sin_20: f64
        sin_20 <- mul_f64(sin_13, 5.170182946578507e-19f64)
        var sin_21: f64
        sin_21 <- add_f64(sin_19, sin_20)
        var sin_22: f64
        sin_22 <- sub_f64(sin_8, sin_9)
        var sin_23: f64
        sin_23 <- sub_f64(sin_8, sin_22)
        var sin_24: f64
        sin_24 <- add_f64(sin_22, sin_23)
        var sin_25: f64
        sin_25 <- sub_f64(sin_24, sin_8)
        var sin_26: f64
        sin_26 <- sub_f64(sin_9, sin_23)
        var sin_27: f64
        sin_27 <- add_f64(sin_25, sin_26)
        var sin_28: f64
        sin_28 <- add_f64(sin_27, sin_21)
        var sin_29: f64
        sin_29 <- mul_f64(sin_4, 3.5215598651832e-27f64)
        var sin_30: f64
        sin_30 <- add_f64(sin_29, sin_28)
        var sin_31: f64
        sin_31 <- abs_f64(x)
        var sin_32: bool
        sin_32 <- lt_f64(1048576.0f64, sin_31)
        var sin_33: i64
        sin_33 <- sin_6
        var sin_34: f64
        sin_34 <- sin_22
        var sin_35: f64
        sin_35 <- sin_30
        if sin_32 then
          var sin_36: f64
          sin_36 <- abs_f64(x)
          var sin_37: u64
          sin_37 <- tobits_f64(sin_36)
          var sin_38: i64
          sin_38 <- i64_of_u64(sin_37)
          var sin_39: i64
          sin_39 <- and_i64(sin_38, 4503599627370495i64)
          var sin_40: i64
          sin_40 <- or_i64(sin_39, 4503599627370496i64)
          var sin_41: i64
          sin_41 <- shr_i64(sin_38, 52i64)
          var sin_42: i64
          sin_42 <- sub_i64(sin_41, 1037i64)
          var sin_43: i64
          sin_43 <- shr_i64(sin_42, 6i64)
          var sin_44: i64
          sin_44 <- and_i64(sin_43, 8i64)
          var sin_45: bool
          sin_45 <- eq_i64(sin_44, 8i64)
          var sin_46: i64
          sin_46 <- select(sin_45, -779479782526444432i64, 10680707i64)
          var sin_47: i64
          sin_47 <- select(sin_45, 2788959065113989590i64, 7948365250044897111i64)
          var sin_48: i64
          sin_48 <- select(sin_45, 4144247590493127775i64, -3317687423460482411i64)
          var sin_49: i64
          sin_49 <- select(sin_45, -8377265780653295465i64, -7404969400442400413i64)
          var sin_50: i64
          sin_50 <- select(sin_45, -9563998547661039i64, -6062201591971765138i64)
          var sin_51: i64
          sin_51 <- select(sin_45, -8405394290738645378i64, 4198003370759702830i64)
          var sin_52: i64
          sin_52 <- select(sin_45, -3519621341176183233i64, -1582503368562172437i64)
          var sin_53: i64
          sin_53 <- select(sin_45, 7394453097578571706i64, 2067479502231470645i64)
          var sin_54: i64
          sin_54 <- select(sin_45, -4040883415317412039i64, -779479782526444432i64)
          var sin_55: i64
          sin_55 <- select(sin_45, -609584008603632801i64, 2788959065113989590i64)
          var sin_56: i64
          sin_56 <- select(sin_45, -5683668774006947024i64, 4144247590493127775i64)
          var sin_57: i64
          sin_57 <- and_i64(sin_43, 4i64)
          var sin_58: bool
          sin_58 <- eq_i64(sin_57, 4i64)
          var sin_59: i64
          sin_59 <- select(sin_58, sin_50, sin_46)
          var sin_60: i64
          sin_60 <- select(sin_58, sin_51, sin_47)
          var sin_61: i64
          sin_61 <- select(sin_58, sin_52, sin_48)
          var sin_62: i64
          sin_62 <- select(sin_58, sin_53, sin_49)
          var sin_63: i64
          sin_63 <- select(sin_58, sin_54, sin_50)
          var sin_64: i64
          sin_64 <- select(sin_58, sin_55, sin_51)
          var sin_65: i64
          sin_65 <- select(sin_58, sin_56, sin_52)
          var sin_66: i64
          sin_66 <- and_i64(sin_43, 2i64)
          var sin_67: bool
          sin_67 <- eq_i64(sin_66, 2i64)
          var sin_68: i64
          sin_68 <- select(sin_67, sin_61, sin_59)
          var sin_69: i64
          sin_69 <- select(sin_67, sin_62, sin_60)
          var sin_70: i64
          sin_70 <- select(sin_67, sin_63, sin_61)
          var sin_71: i64
          sin_71 <- select(sin_67, sin_64, sin_62)
          var sin_72: i64
          sin_72 <- select(sin_67, sin_65, sin_63)
          var sin_73: i64
          sin_73 <- and_i64(sin_43, 1i64)
          var sin_74: bool
          sin_74 <- eq_i64(sin_73, 1i64)
          var sin_75: i64
          sin_75 <- select(sin_74, sin_69, sin_68)
          var sin_76: i64
          sin_76 <- select(sin_74, sin_70, sin_69)
          var sin_77: i64
          sin_77 <- select(sin_74, sin_71, sin_70)
          var sin_78: i64
          sin_78 <- select(sin_74, sin_72, sin_71)
          var sin_79: i64
          sin_79 <- and_i64(sin_42, 63i64)
          var sin_80: i64
          sin_80 <- sub_i64(64i64, sin_79)
          var sin_81: i64
          sin_81 <- shl_i64(sin_75, sin_79)
          var sin_82: i64
          sin_82 <- lshr_i64(sin_76, sin_80)
          var sin_83: i64
          sin_83 <- or_i64(sin_81, sin_82)
          var sin_84: i64
          sin_84 <- lshr_i64(sin_83, 32i64)
          var sin_85: i64
          sin_85 <- and_i64(sin_83, 4294967295i64)
          var sin_86: i64
          sin_86 <- shl_i64(sin_76, sin_79)
          var sin_87: i64
          sin_87 <- lshr_i64(sin_77, sin_80)
          var sin_88: i64
          sin_88 <- or_i64(sin_86, sin_87)
          var sin_89: i64
          sin_89 <- lshr_i64(sin_88, 32i64)
          var sin_90: i64
          sin_90 <- and_i64(sin_88, 4294967295i64)
          var sin_91: i64
          sin_91 <- shl_i64(sin_77, sin_79)
          var sin_92: i64
          sin_92 <- lshr_i64(sin_78, sin_80)
          var sin_93: i64
          sin_93 <- or_i64(sin_91, sin_92)
          var sin_94: i64
          sin_94 <- lshr_i64(sin_93, 32i64)
          var sin_95: i64
          sin_95 <- and_i64(sin_93, 4294967295i64)
          var sin_96: i64
          sin_96 <- and_i64(sin_40, 4294967295i64)
          var sin_97: i64
          sin_97 <- shr_i64(sin_40, 32i64)
          var sin_98: i64
          sin_98 <- mul_i64(sin_96, sin_95)
          var sin_99: i64
          sin_99 <- add_i64(sin_98, 0i64)
          var sin_100: i64
          sin_100 <- add_i64(sin_99, 0i64)
          var sin_101: i64
          sin_101 <- and_i64(sin_100, 4294967295i64)
          var sin_102: i64
          sin_102 <- lshr_i64(sin_100, 32i64)
          var sin_103: i64
          sin_103 <- mul_i64(sin_96, sin_94)
          var sin_104: i64
          sin_104 <- add_i64(sin_103, 0i64)
          var sin_105: i64
          sin_105 <- add_i64(sin_104, sin_102)
          var sin_106: i64
          sin_106 <- and_i64(sin_105, 4294967295i64)
          var sin_107: i64
          sin_107 <- lshr_i64(sin_105, 32i64)
          var sin_108: i64
          sin_108 <- mul_i64(sin_96, sin_90)
          var sin_109: i64
          sin_109 <- add_i64(sin_108, 0i64)
          var sin_110: i64
          sin_110 <- add_i64(sin_109, sin_107)
          var sin_111: i64
          sin_111 <- and_i64(sin_110, 4294967295i64)
          var sin_112: i64
          sin_112 <- lshr_i64(sin_110, 32i64)
          var sin_113: i64
          sin_113 <- mul_i64(sin_96, sin_89)
          var sin_114: i64
          sin_114 <- add_i64(sin_113, 0i64)
          var sin_115: i64
          sin_115 <- add_i64(sin_114, sin_112)
          var sin_116: i64
          sin_116 <- and_i64(sin_115, 4294967295i64)
          var sin_117: i64
          sin_117 <- lshr_i64(sin_115, 32i64)
          var sin_118: i64
          sin_118 <- mul_i64(sin_96, sin_85)
          var sin_119: i64
          sin_119 <- add_i64(sin_118, 0i64)
          var sin_120: i64
          sin_120 <- add_i64(sin_119, sin_117)
          var sin_121: i64
          sin_121 <- and_i64(sin_120, 4294967295i64)
          var sin_122: i64
          sin_122 <- lshr_i64(sin_120, 32i64)
          var sin_123: i64
          sin_123 <- mul_i64(sin_96, sin_84)
          var sin_124: i64
          sin_124 <- add_i64(sin_123, 0i64)
          var sin_125: i64
          sin_125 <- add_i64(sin_124, sin_122)
          var sin_126: i64
          sin_126 <- and_i64(sin_125, 4294967295i64)
          var sin_127: i64
          sin_127 <- lshr_i64(sin_125, 32i64)
          var sin_128: i64
          sin_128 <- mul_i64(sin_97, sin_95)
          var sin_129: i64
          sin_129 <- add_i64(sin_128, sin_106)
          var sin_130: i64
          sin_130 <- add_i64(sin_129, 0i64)
          var sin_131: i64
          sin_131 <- and_i64(sin_130, 4294967295i64)
          var sin_132: i64
          sin_132 <- lshr_i64(sin_130, 32i64)
          var sin_133: i64
          sin_133 <- mul_i64(sin_97, sin_94)
          var sin_134: i64
          sin_134 <- add_i64(sin_133, sin_111)
          var sin_135: i64
          sin_135 <- add_i64(sin_134, sin_132)
          var sin_136: i64
          sin_136 <- and_i64(sin_135, 4294967295i64)
          var sin_137: i64
          sin_137 <- lshr_i64(sin_135, 32i64)
          var sin_138: i64
          sin_138 <- mul_i64(sin_97, sin_90)
          var sin_139: i64
          sin_139 <- add_i64(sin_138, sin_116)
          var sin_140: i64
          sin_140 <- add_i64(sin_139, sin_137)
          var sin_141: i64
          sin_141 <- and_i64(sin_140, 4294967295i64)
          var sin_142: i64
          sin_142 <- lshr_i64(sin_140, 32i64)
          var sin_143: i64
          sin_143 <- mul_i64(sin_97, sin_89)
          var sin_144: i64
          sin_144 <- add_i64(sin_143, sin_121)
          var sin_145: i64
          sin_145 <- add_i64(sin_144, sin_142)
          var sin_146: i64
          sin_146 <- and_i64(sin_145, 4294967295i64)
          var sin_147: i64
          sin_147 <- lshr_i64(sin_145, 32i64)
          var sin_148: i64
          sin_148 <- mul_i64(sin_97, sin_85)
          var sin_149: i64
          sin_149 <- add_i64(sin_148, sin_126)
          var sin_150: i64
          sin_150 <- add_i64(sin_149, sin_147)
          var sin_151: i64
          sin_151 <- and_i64(sin_150, 4294967295i64)
          var sin_152: i64
          sin_152 <- lshr_i64(sin_150, 32i64)
          var sin_153: i64
          sin_153 <- shl_i64(sin_151, 32i64)
          var sin_154: i64
          sin_154 <- or_i64(sin_153, sin_146)
          var sin_155: i64
          sin_155 <- add_i64(sin_154, 2305843009213693952i64)
          var sin_156: i64
          sin_156 <- lshr_i64(sin_155, 62i64)
          var sin_157: i64
          sin_157 <- shl_i64(sin_156, 62i64)
          var sin_158: i64
          sin_158 <- sub_i64(sin_154, sin_157)
          var sin_159: f64
          sin_159 <- f64_of_i64(sin_158)
          var sin_160: i64
          sin_160 <- i64_of_f64(sin_159)
          var sin_161: i64
          sin_161 <- sub_i64(sin_158, sin_160)
          var sin_162: f64
          sin_162 <- f64_of_i64(sin_161)
          var sin_163: f64
          sin_163 <- f64_of_i64(sin_141)
          var sin_164: f64
          sin_164 <- mul_f64(sin_163, 2.3283064365386963e-10f64)
          var sin_165: f64
          sin_165 <- add_f64(sin_159, sin_164)
          var sin_166: f64
          sin_166 <- sub_f64(sin_165, sin_159)
          var sin_167: f64
          sin_167 <- sub_f64(sin_165, sin_166)
          var sin_168: f64
          sin_168 <- sub_f64(sin_159, sin_167)
          var sin_169: f64
          sin_169 <- sub_f64(sin_164, sin_166)
          var sin_170: f64
          sin_170 <- add_f64(sin_168, sin_169)
          var sin_171: f64
          sin_171 <- f64_of_i64(sin_136)
          var sin_172: f64
          sin_172 <- mul_f64(sin_171, 5.421010862427522e-20f64)
          var sin_173: f64
          sin_173 <- add_f64(sin_172, sin_162)
          var sin_174: f64
          sin_174 <- add_f64(sin_170, sin_173)
          var sin_175: bool
          sin_175 <- lt_f64(x, 0.0f64)
          var sin_176: f64
          sin_176 <- mul_f64(sin_165, 3.4061215800865545e-19f64)
          var sin_177: f64
          sin_177 <- mul_f64(sin_165, 1.34217729e8f64)
          var sin_178: f64
          sin_178 <- sub_f64(sin_177, sin_165)
          var sin_179: f64
          sin_179 <- sub_f64(sin_177, sin_178)
          var sin_180: f64
          sin_180 <- sub_f64(sin_165, sin_179)
          var sin_181: f64
          sin_181 <- mul_f64(sin_179, 3.406121610247037e-19f64)
          var sin_182: f64
          sin_182 <- sub_f64(sin_181, sin_176)
          var sin_183: f64
          sin_183 <- mul_f64(sin_179, -3.016048278183199e-27f64)
          var sin_184: f64
          sin_184 <- add_f64(sin_182, sin_183)
          var sin_185: f64
          sin_185 <- mul_f64(sin_180, 3.406121610247037e-19f64)
          var sin_186: f64
          sin_186 <- add_f64(sin_184, sin_185)
          var sin_187: f64
          sin_187 <- mul_f64(sin_180, -3.016048278183199e-27f64)
          var sin_188: f64
          sin_188 <- add_f64(sin_186, sin_187)
          var sin_189: f64
          sin_189 <- mul_f64(sin_174, 3.4061215800865545e-19f64)
          var sin_190: f64
          sin_190 <- add_f64(sin_189, sin_188)
          var sin_191: f64
          sin_191 <- mul_f64(sin_165, 1.3277647201629795e-35f64)
          var sin_192: f64
          sin_192 <- add_f64(sin_191, sin_190)
          var sin_193: f64
          sin_193 <- add_f64(sin_176, sin_192)
          var sin_194: f64
          sin_194 <- sub_f64(sin_193, sin_176)
          var sin_195: f64
          sin_195 <- sub_f64(sin_192, sin_194)
          var sin_196: i64
          sin_196 <- sub_i64(0i64, sin_156)
          var sin_197: i64
          sin_197 <- select(sin_175, sin_196, sin_156)
          var sin_198: f64
          sin_198 <- select(sin_175, -1.0f64, 1.0f64)
          var sin_199: f64
          sin_199 <- mul_f64(sin_193, sin_198)
          var sin_200: f64
          sin_200 <- neg_f64(sin_198)
          var sin_201: f64
          sin_201 <- mul_f64(x, 0.0f64)
          var sin_202: f64
          sin_202 <- mul_f64(sin_195, sin_200)
          var sin_203: f64
          sin_203 <- add_f64(sin_202, sin_201)
          sin_33 <- sin_197
          sin_34 <- sin_199
          sin_35 <- sin_203
        else
        fi
        var sin_204: i64
        sin_204 <- add_i64(sin_33, 0i64)
        var sin_205: f64
        sin_205 <- mul_f64(sin_34, sin_34)
        var sin_206: f64
        sin_206 <- mul_f64(sin_205, sin_34)
        var sin_207: f64
        sin_207 <- mul_f64(7.586697117706918e-13f64, sin_205)
        var sin_208: f64
        sin_208 <- add_f64(sin_207, -1.6058531618986147e-10f64)
        var sin_209: f64
        sin_209 <- mul_f64(sin_208, sin_205)
        var sin_210: f64
        sin_210 <- add_f64(sin_209, 2.5052106232447578e-8f64)
        var sin_211: f64
        sin_211 <- mul_f64(sin_210, sin_205)
        var sin_212: f64
        sin_212 <- add_f64(sin_211, -2.7557319219339167e-6f64)
        var sin_213: f64
        sin_213 <- mul_f64(sin_212, sin_205)
        var sin_214: f64
        sin_214 <- add_f64(sin_213, 1.9841269841265065e-4f64)
        var sin_215: f64
        sin_215 <- mul_f64(sin_214, sin_205)
        var sin_216: f64
        sin_216 <- add_f64(sin_215, -8.333333333333331e-3f64)
        var sin_217: f64
        sin_217 <- mul_f64(sin_216, sin_205)
        var sin_218: f64
        sin_218 <- add_f64(sin_217, 0.16666666666666666f64)
        var sin_219: f64
        sin_219 <- mul_f64(sin_206, sin_218)
        var sin_220: f64
        sin_220 <- add_f64(sin_219, sin_35)
        var sin_221: f64
        sin_221 <- mul_f64(-0.5f64, sin_35)
        var sin_222: f64
        sin_222 <- mul_f64(sin_205, sin_221)
        var sin_223: f64
        sin_223 <- add_f64(sin_222, sin_220)
        var sin_224: i64
        sin_224 <- and_i64(sin_204, 1i64)
        var sin_225: bool
        sin_225 <- eq_i64(sin_224, 0i64)
        var sin_226: f64
        sin_226 <- sub_f64(sin_34, sin_223)
        var sin_227: f64
        sin_227 <- mul_f64(sin_34, 1.34217729e8f64)
        var sin_228: f64
        sin_228 <- sub_f64(sin_227, sin_34)
        var sin_229: f64
        sin_229 <- sub_f64(sin_227, sin_228)
        var sin_230: f64
        sin_230 <- sub_f64(sin_34, sin_229)
        var sin_231: f64
        sin_231 <- mul_f64(sin_229, sin_229)
        var sin_232: f64
        sin_232 <- sub_f64(sin_231, sin_205)
        var sin_233: f64
        sin_233 <- mul_f64(sin_229, sin_230)
        var sin_234: f64
        sin_234 <- add_f64(sin_232, sin_233)
        var sin_235: f64
        sin_235 <- mul_f64(sin_230, sin_229)
        var sin_236: f64
        sin_236 <- add_f64(sin_234, sin_235)
        var sin_237: f64
        sin_237 <- mul_f64(sin_230, sin_230)
        var sin_238: f64
        sin_238 <- add_f64(sin_236, sin_237)
        var sin_239: f64
        sin_239 <- mul_f64(sin_205, -0.5f64)
        var sin_240: f64
        sin_240 <- add_f64(sin_239, 1.0f64)
        var sin_241: f64
        sin_241 <- sub_f64(1.0f64, sin_240)
        var sin_242: f64
        sin_242 <- add_f64(sin_239, sin_241)
        var sin_243: f64
        sin_243 <- neg_f64(sin_34)
        var sin_244: f64
        sin_244 <- mul_f64(sin_238, 0.5f64)
        var sin_245: f64
        sin_245 <- mul_f64(sin_243, sin_35)
        var sin_246: f64
        sin_246 <- add_f64(sin_245, sin_244)
        var sin_247: f64
        sin_247 <- sub_f64(sin_242, sin_246)
        var sin_248: f64
        sin_248 <- mul_f64(sin_205, sin_205)
        var sin_249: f64
        sin_249 <- mul_f64(4.7458719020432915e-14f64, sin_205)
        var sin_250: f64
        sin_250 <- add_f64(sin_249, -1.1470460887609959e-11f64)
        var sin_251: f64
        sin_251 <- mul_f64(sin_250, sin_205)
        var sin_252: f64
        sin_252 <- add_f64(sin_251, 2.087675579108042e-9f64)
        var sin_253: f64
        sin_253 <- mul_f64(sin_252, sin_205)
        var sin_254: f64
        sin_254 <- add_f64(sin_253, -2.7557319221402824e-7f64)
        var sin_255: f64
        sin_255 <- mul_f64(sin_254, sin_205)
        var sin_256: f64
        sin_256 <- add_f64(sin_255, 2.4801587301584645e-5f64)
        var sin_257: f64
        sin_257 <- mul_f64(sin_256, sin_205)
        var sin_258: f64
        sin_258 <- add_f64(sin_257, -1.3888888888888887e-3f64)
        var sin_259: f64
        sin_259 <- mul_f64(sin_258, sin_205)
        var sin_260: f64
        sin_260 <- add_f64(sin_259, 4.1666666666666664e-2f64)
        var sin_261: f64
        sin_261 <- mul_f64(sin_248, sin_260)
        var sin_262: f64
        sin_262 <- add_f64(sin_261, sin_247)
        var sin_263: f64
        sin_263 <- add_f64(sin_240, sin_262)
        var sin_264: f64
        sin_264 <- select(sin_225, sin_226, sin_263)
        var sin_265: u64
        sin_265 <- tobits_f64(sin_264)
        var sin_266: i64
        sin_266 <- i64_of_u64(sin_265)
        var sin_267: i64
        sin_267 <- and_i64(sin_204, 2i64)
        var sin_268: i64
        sin_268 <- shl_i64(sin_267, 62i64)
        var sin_269: i64
        sin_269 <- xor_i64(sin_266, sin_268)
        var sin_270: u64
        sin_270 <- u64_of_i64(sin_269)
        var sin_271: f64
        sin_271 <- frombits_u64(sin_270)
        sin <- sin_271
        var exp: f64
        var exp_2: bool
        exp_2 <- lt_f64(sin, -746.0f64)
        var exp_3: f64
        exp_3 <- select(exp_2, -746.0f64, sin)
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
        map_mem_3[add_i64(mul_i64(thread, lead), mul_i64(gid_2, step))] <- exp
      done
      var acc: f64
      acc <- 1.0f64
      for k < m do
        var mul: i64
        mul <- mul_i64(k, k)
        var mod: i64
        mod <- mod_i64(mul, m)
        var elem: f64
        elem <- map_mem_3[add_i64(mul_i64(thread, lead), mul_i64(mod, step))]
        var mul_2: f64
        mul_2 <- mul_f64(acc, elem)
        acc <- mul_2
      done
      var acc_2: f64
      acc_2 <- acc
      free map_mem_3
      map_mem[gid] <- acc_2
    done
  done
return ([n]f64 @map_mem)

-- after fill-groups (Imp)
entry main (xss_mem: [n][m]f64) do
  var map_mem: mem f64
  map_mem <- alloc f64 n
  var size: i64
  size <- min_i64(max_i64(0i64, m), 281474976710656i64)
  threads thread < threads, together, with mul_i64(size, 8i64) bytes do
    var step: i64
    step <- select(together, threads, 1i64)
    var lead: i64
    lead <- select(together, 1i64, size)
    var map_mem_2: mem f64
    map_mem_2 <- alloc f64 mul_i64(threads, size)
    kernel (gid < n) do
      var map_mem_3: mem f64
      map_mem_3 <- map_mem_2
      kernel (gid_2 < mul_i64(quot_i64(add_i64(m, 15i64), 16i64), 16i64)) do
        if lt_i64(gid_2, m) then
          var x: f64
          x <- xss_mem[add_i64(mul_i64(gid, m), gid_2)]
          var sin: f64
          var sin_2: f64
          sin_2 <- mul_f64(x, 0.6366197723675814f64)
          var sin_3: f64
          sin_3 <- add_f64(sin_2, 6.755399441055744e15f64)
          var sin_4: f64
          sin_4 <- sub_f64(sin_3, 6.755399441055744e15f64)
          var sin_5: u64
          sin_5 <- tobits_f64(sin_3)
          var sin_6: i64
          sin_6 <- i64_of_u64(sin_5)
          var sin_7: f64
          sin_7 <- mul_f64(sin_4, -1.5707963267341256f64)
          var sin_8: f64
          sin_8 <- add_f64(sin_7, x)
          var sin_9: f64
          sin_9 <- mul_f64(sin_4, 6.077100506506192e-11f64)
          var sin_10: f64
          sin_10 <- mul_f64(sin_4, 1.34217729e8f64)
          var sin_11: f64
          sin_11 <- sub_f64(sin_10, sin_4)
          var sin_12: f64
          sin_12 <- sub_f64(sin_10, sin_11)
          var sin_13: f64
          sin_13 <- sub_f64(sin_4, sin_12)
          var sin_14: f64
          sin_14 <- mul_f64(sin_12, 6.077100454804363e-11f64)
          var sin_15: f64
          sin_15 <- sub_f64(sin_14, sin_9)
          var sin_16: f64
          sin_16 <- mul_f64(sin_12, 5.170182946578507e-19f64)
          var sin_17: f64
          sin_17 <- add_f64(sin_15, sin_16)
          var sin_18: f64
          sin_18 <- mul_f64(sin_13, 6.077100454804363e-11f64)
          var sin_19: f64
          sin_19 <- add_f64(sin_17, sin_18)
          var sin_20: f64
          sin_20 <- mul_f64(sin_13, 5.170182946578507e-19f64)
          var sin_21: f64
          sin_21 <- add_f64(sin_19, sin_20)
          var sin_22: f64
          sin_22 <- sub_f64(sin_8, sin_9)
          var sin_23: f64
          sin_23 <- sub_f64(sin_8, sin_22)
          var sin_24: f64
          sin_24 <- add_f64(sin_22, sin_23)
          var sin_25: f64
          sin_25 <- sub_f64(sin_24, sin_8)
          var sin_26: f64
          sin_26 <- sub_f64(sin_9, sin_23)
          var sin_27: f64
          sin_27 <- add_f64(sin_25, sin_26)
          var sin_28: f64
          sin_28 <- add_f64(sin_27, sin_21)
          var sin_29: f64
          sin_29 <- mul_f64(sin_4, 3.5215598651832e-27f64)
          var sin_30: f64
          sin_30 <- add_f64(sin_29, sin_28)
          var sin_31: f64
          sin_31 <- abs_f64(x)
          var sin_32: bool
          sin_32 <- lt_f64(1048576.0f64, sin_31)
          var sin_33: i64
          sin_33 <- sin_6
          var sin_34: f64
          sin_34 <- sin_22
          var sin_35: f64
          sin_35 <- sin_30
          if sin_32 then
            var sin_36: f64
            sin_36 <- abs_f64(x)
            var sin_37: u64
            sin_37 <- tobits_f64(sin_36)
            var sin_38: i64
            sin_38 <- i64_of_u64(sin_37)
            var sin_39: i64
            sin_39 <- and_i64(sin_38, 4503599627370495i64)
            var sin_40: i64
            sin_40 <- or_i64(sin_39, 4503599627370496i64)
            var sin_41: i64
            sin_41 <- shr_i64(sin_38, 52i64)
            var sin_42: i64
            sin_42 <- sub_i64(sin_41, 1037i64)
            var sin_43: i64
            sin_43 <- shr_i64(sin_42, 6i64)
            var sin_44: i64
            sin_44 <- and_i64(sin_43, 8i64)
            var sin_45: bool
            sin_45 <- eq_i64(sin_44, 8i64)
            var sin_46: i64
            sin_46 <- select(sin_45, -779479782526444432i64, 10680707i64)
            var sin_47: i64
            sin_47 <- select(sin_45, 2788959065113989590i64, 7948365250044897111i64)
            var sin_48: i64
            sin_48 <- select(sin_45, 4144247590493127775i64, -3317687423460482411i64)
            var sin_49: i64
            sin_49 <- select(sin_45, -8377265780653295465i64, -7404969400442400413i64)
            var sin_50: i64
            sin_50 <- select(sin_45, -9563998547661039i64, -6062201591971765138i64)
            var sin_51: i64
            sin_51 <- select(sin_45, -8405394290738645378i64, 4198003370759702830i64)
            var sin_52: i64
            sin_52 <- select(sin_45, -3519621341176183233i64, -1582503368562172437i64)
            var sin_53: i64
            sin_53 <- select(sin_45, 7394453097578571706i64, 2067479502231470645i64)
            var sin_54: i64
            sin_54 <- select(sin_45, -4040883415317412039i64, -779479782526444432i64)
            var sin_55: i64
            sin_55 <- select(sin_45, -609584008603632801i64, 2788959065113989590i64)
            var sin_56: i64
            sin_56 <- select(sin_45, -5683668774006947024i64, 4144247590493127775i64)
            var sin_57: i64
            sin_57 <- and_i64(sin_43, 4i64)
            var sin_58: bool
            sin_58 <- eq_i64(sin_57, 4i64)
            var sin_59: i64
            sin_59 <- select(sin_58, sin_50, sin_46)
            var sin_60: i64
            sin_60 <- select(sin_58, sin_51, sin_47)
            var sin_61: i64
            sin_61 <- select(sin_58, sin_52, sin_48)
            var sin_62: i64
            sin_62 <- select(sin_58, sin_53, sin_49)
            var sin_63: i64
            sin_63 <- select(sin_58, sin_54, sin_50)
            var sin_64: i64
            sin_64 <- select(sin_58, sin_55, sin_51)
            var sin_65: i64
            sin_65 <- select(sin_58, sin_56, sin_52)
            var sin_66: i64
            sin_66 <- and_i64(sin_43, 2i64)
            var sin_67: bool
            sin_67 <- eq_i64(sin_66, 2i64)
            var sin_68: i64
            sin_68 <- select(sin_67, sin_61, sin_59)
            var sin_69: i64
            sin_69 <- select(sin_67, sin_62, sin_60)
            var sin_70: i64
            sin_70 <- select(sin_67, sin_63, sin_61)
            var sin_71: i64
            sin_71 <- select(sin_67, sin_64, sin_62)
            var sin_72: i64
            sin_72 <- select(sin_67, sin_65, sin_63)
            var sin_73: i64
            sin_73 <- and_i64(sin_43, 1i64)
            var sin_74: bool
            sin_74 <- eq_i64(sin_73, 1i64)
            var sin_75: i64
            sin_75 <- select(sin_74, sin_69, sin_68)
            var sin_76: i64
            sin_76 <- select(sin_74, sin_70, sin_69)
            var sin_77: i64
            sin_77 <- select(sin_74, sin_71, sin_70)
            var sin_78: i64
            sin_78 <- select(sin_74, sin_72, sin_71)
            var sin_79: i64
            sin_79 <- and_i64(sin_42, 63i64)
            var sin_80: i64
            sin_80 <- sub_i64(64i64, sin_79)
            var sin_81: i64
            sin_81 <- shl_i64(sin_75, sin_79)
            var sin_82: i64
            sin_82 <- lshr_i64(sin_76, sin_80)
            var sin_83: i64
            sin_83 <- or_i64(sin_81, sin_82)
            var sin_84: i64
            sin_84 <- lshr_i64(sin_83, 32i64)
            var sin_85: i64
            sin_85 <- and_i64(sin_83, 4294967295i64)
            var sin_86: i64
            sin_86 <- shl_i64(sin_76, sin_79)
            var sin_87: i64
            sin_87 <- lshr_i64(sin_77, sin_80)
            var sin_88: i64
            sin_88 <- or_i64(sin_86, sin_87)
            var sin_89: i64
            sin_89 <- lshr_i64(sin_88, 32i64)
            var sin_90: i64
            sin_90 <- and_i64(sin_88, 4294967295i64)
            var sin_91: i64
            sin_91 <- shl_i64(sin_77, sin_79)
            var sin_92: i64
            sin_92 <- lshr_i64(sin_78, sin_80)
            var sin_93: i64
            sin_93 <- or_i64(sin_91, sin_92)
            var sin_94: i64
            sin_94 <- lshr_i64(sin_93, 32i64)
            var sin_95: i64
            sin_95 <- and_i64(sin_93, 4294967295i64)
            var sin_96: i64
            sin_96 <- and_i64(sin_40, 4294967295i64)
            var sin_97: i64
            sin_97 <- shr_i64(sin_40, 32i64)
            var sin_98: i64
            sin_98 <- mul_i64(sin_96, sin_95)
            var sin_99: i64
            sin_99 <- add_i64(sin_98, 0i64)
            var sin_100: i64
            sin_100 <- add_i64(sin_99, 0i64)
            var sin_101: i64
            sin_101 <- and_i64(sin_100, 4294967295i64)
            var sin_102: i64
            sin_102 <- lshr_i64(sin_100, 32i64)
            var sin_103: i64
            sin_103 <- mul_i64(sin_96, sin_94)
            var sin_104: i64
            sin_104 <- add_i64(sin_103, 0i64)
            var sin_105: i64
            sin_105 <- add_i64(sin_104, sin_102)
            var sin_106: i64
            sin_106 <- and_i64(sin_105, 4294967295i64)
            var sin_107: i64
            sin_107 <- lshr_i64(sin_105, 32i64)
            var sin_108: i64
            sin_108 <- mul_i64(sin_96, sin_90)
            var sin_109: i64
            sin_109 <- add_i64(sin_108, 0i64)
            var sin_110: i64
            sin_110 <- add_i64(sin_109, sin_107)
            var sin_111: i64
            sin_111 <- and_i64(sin_110, 4294967295i64)
            var sin_112: i64
            sin_112 <- lshr_i64(sin_110, 32i64)
            var sin_113: i64
            sin_113 <- mul_i64(sin_96, sin_89)
            var sin_114: i64
            sin_114 <- add_i64(sin_113, 0i64)
            var sin_115: i64
            sin_115 <- add_i64(sin_114, sin_112)
            var sin_116: i64
            sin_116 <- and_i64(sin_115, 4294967295i64)
            var sin_117: i64
            sin_117 <- lshr_i64(sin_115, 32i64)
            var sin_118: i64
            sin_118 <- mul_i64(sin_96, sin_85)
            var sin_119: i64
            sin_119 <- add_i64(sin_118, 0i64)
            var sin_120: i64
            sin_120 <- add_i64(sin_119, sin_117)
            var sin_121: i64
            sin_121 <- and_i64(sin_120, 4294967295i64)
            var sin_122: i64
            sin_122 <- lshr_i64(sin_120, 32i64)
            var sin_123: i64
            sin_123 <- mul_i64(sin_96, sin_84)
            var sin_124: i64
            sin_124 <- add_i64(sin_123, 0i64)
            var sin_125: i64
            sin_125 <- add_i64(sin_124, sin_122)
            var sin_126: i64
            sin_126 <- and_i64(sin_125, 4294967295i64)
            var sin_127: i64
            sin_127 <- lshr_i64(sin_125, 32i64)
            var sin_128: i64
            sin_128 <- mul_i64(sin_97, sin_95)
            var sin_129: i64
            sin_129 <- add_i64(sin_128, sin_106)
            var sin_130: i64
            sin_130 <- add_i64(sin_129, 0i64)
            var sin_131: i64
            sin_131 <- and_i64(sin_130, 4294967295i64)
            var sin_132: i64
            sin_132 <- lshr_i64(sin_130, 32i64)
            var sin_133: i64
            sin_133 <- mul_i64(sin_97, sin_94)
            var sin_134: i64
            sin_134 <- add_i64(sin_133, sin_111)
            var sin_135: i64
            sin_135 <- add_i64(sin_134, sin_132)
            var sin_136: i64
            sin_136 <- and_i64(sin_135, 4294967295i64)
            var sin_137: i64
            sin_137 <- lshr_i64(sin_135, 32i64)
            var sin_138: i64
            sin_138 <- mul_i64(sin_97, sin_90)
            var sin_139: i64
            sin_139 <- add_i64(sin_138, sin_116)
            var sin_140: i64
            sin_140 <- add_i64(sin_139, sin_137)
            var sin_141: i64
            sin_141 <- and_i64(sin_140, 4294967295i64)
            var sin_142: i64
            sin_142 <- lshr_i64(sin_140, 32i64)
            var sin_143: i64
            sin_143 <- mul_i64(sin_97, sin_89)
            var sin_144: i64
            sin_144 <- add_i64(sin_143, sin_121)
            var sin_145: i64
            sin_145 <- add_i64(sin_144, sin_142)
            var sin_146: i64
            sin_146 <- and_i64(sin_145, 4294967295i64)
            var sin_147: i64
            sin_147 <- lshr_i64(sin_145, 32i64)
            var sin_148: i64
            sin_148 <- mul_i64(sin_97, sin_85)
            var sin_149: i64
            sin_149 <- add_i64(sin_148, sin_126)
            var sin_150: i64
            sin_150 <- add_i64(sin_149, sin_147)
            var sin_151: i64
            sin_151 <- and_i64(sin_150, 4294967295i64)
            var sin_152: i64
            sin_152 <- lshr_i64(sin_150, 32i64)
            var sin_153: i64
            sin_153 <- shl_i64(sin_151, 32i64)
            var sin_154: i64
            sin_154 <- or_i64(sin_153, sin_146)
            var sin_155: i64
            sin_155 <- add_i64(sin_154, 2305843009213693952i64)
            var sin_156: i64
            sin_156 <- lshr_i64(sin_155, 62i64)
            var sin_157: i64
            sin_157 <- shl_i64(sin_156, 62i64)
            var sin_158: i64
            sin_158 <- sub_i64(sin_154, sin_157)
            var sin_159: f64
            sin_159 <- f64_of_i64(sin_158)
            var sin_160: i64
            sin_160 <- i64_of_f64(sin_159)
            var sin_161: i64
            sin_161 <- sub_i64(sin_158, sin_160)
            var sin_162: f64
            sin_162 <- f64_of_i64(sin_161)
            var sin_163: f64
            sin_163 <- f64_of_i64(sin_141)
            var sin_164: f64
            sin_164 <- mul_f64(sin_163, 2.3283064365386963e-10f64)
            var sin_165: f64
            sin_165 <- add_f64(sin_159, sin_164)
            var sin_166: f64
            sin_166 <- sub_f64(sin_165, sin_159)
            var sin_167: f64
            sin_167 <- sub_f64(sin_165, sin_166)
            var sin_168: f64
            sin_168 <- sub_f64(sin_159, sin_167)
            var sin_169: f64
            sin_169 <- sub_f64(sin_164, sin_166)
            var sin_170: f64
            sin_170 <- add_f64(sin_168, sin_169)
            var sin_171: f64
            sin_171 <- f64_of_i64(sin_136)
            var sin_172: f64
            sin_172 <- mul_f64(sin_171, 5.421010862427522e-20f64)
            var sin_173: f64
            sin_173 <- add_f64(sin_172, sin_162)
            var sin_174: f64
            sin_174 <- add_f64(sin_170, sin_173)
            var sin_175: bool
            sin_175 <- lt_f64(x, 0.0f64)
            var sin_176: f64
            sin_176 <- mul_f64(sin_165, 3.4061215800865545e-19f64)
            var sin_177: f64
            sin_177 <- mul_f64(sin_165, 1.34217729e8f64)
            var sin_178: f64
            sin_178 <- sub_f64(sin_177, sin_165)
            var sin_179: f64
            sin_179 <- sub_f64(sin_177, sin_178)
            var sin_180: f64
            sin_180 <- sub_f64(sin_165, sin_179)
            var sin_181: f64
            sin_181 <- mul_f64(sin_179, 3.406121610247037e-19f64)
            var sin_182: f64
            sin_182 <- sub_f64(sin_181, sin_176)
            var sin_183: f64
            sin_183 <- mul_f64(sin_179, -3.016048278183199e-27f64)
            var sin_184: f64
            sin_184 <- add_f64(sin_182, sin_183)
            var sin_185: f64
            sin_185 <- mul_f64(sin_180, 3.406121610247037e-19f64)
            var sin_186: f64
            sin_186 <- add_f64(sin_184, sin_185)
            var sin_187: f64
            sin_187 <- mul_f64(sin_180, -3.016048278183199e-27f64)
            var sin_188: f64
            sin_188 <- add_f64(sin_186, sin_187)
            var sin_189: f64
            sin_189 <- mul_f64(sin_174, 3.4061215800865545e-19f64)
            var sin_190: f64
            sin_190 <- add_f64(sin_189, sin_188)
            var sin_191: f64
            sin_191 <- mul_f64(sin_165, 1.3277647201629795e-35f64)
            var sin_192: f64
            sin_192 <- add_f64(sin_191, sin_190)
            var sin_193: f64
            sin_193 <- add_f64(sin_176, sin_192)
            var sin_194: f64
            sin_194 <- sub_f64(sin_193, sin_176)
            var sin_195: f64
            sin_195 <- sub_f64(sin_192, sin_194)
            var sin_196: i64
            sin_196 <- sub_i64(0i64, sin_156)
            var sin_197: i64
            sin_197 <- select(sin_175, sin_196, sin_156)
            var sin_198: f64
            sin_198 <- select(sin_175, -1.0f64, 1.0f64)
            var sin_199: f64
            sin_199 <- mul_f64(sin_193, sin_198)
            var sin_200: f64
            sin_200 <- neg_f64(sin_198)
            var sin_201: f64
            sin_201 <- mul_f64(x, 0.0f64)
            var sin_202: f64
            sin_202 <- mul_f64(sin_195, sin_200)
            var sin_203: f64
            sin_203 <- add_f64(sin_202, sin_201)
            sin_33 <- sin_197
            sin_34 <- sin_199
            sin_35 <- sin_203
          else
          fi
          var sin_204: i64
          sin_204 <- add_i64(sin_33, 0i64)
          var sin_205: f64
          sin_205 <- mul_f64(sin_34, sin_34)
          var sin_206: f64
          sin_206 <- mul_f64(sin_205, sin_34)
          var sin_207: f64
          sin_207 <- mul_f64(7.586697117706918e-13f64, sin_205)
          var sin_208: f64
          sin_208 <- add_f64(sin_207, -1.6058531618986147e-10f64)
          var sin_209: f64
          sin_209 <- mul_f64(sin_208, sin_205)
          var sin_210: f64
          sin_210 <- add_f64(sin_209, 2.5052106232447578e-8f64)
          var sin_211: f64
          sin_211 <- mul_f64(sin_210, sin_205)
          var sin_212: f64
          sin_212 <- add_f64(sin_211, -2.7557319219339167e-6f64)
          var sin_213: f64
          sin_213 <- mul_f64(sin_212, sin_205)
          var sin_214: f64
          sin_214 <- add_f64(sin_213, 1.9841269841265065e-4f64)
          var sin_215: f64
          sin_215 <- mul_f64(sin_214, sin_205)
          var sin_216: f64
          sin_216 <- add_f64(sin_215, -8.333333333333331e-3f64)
          var sin_217: f64
          sin_217 <- mul_f64(sin_216, sin_205)
          var sin_218: f64
          sin_218 <- add_f64(sin_217, 0.16666666666666666f64)
          var sin_219: f64
          sin_219 <- mul_f64(sin_206, sin_218)
          var sin_220: f64
          sin_220 <- add_f64(sin_219, sin_35)
          var sin_221: f64
          sin_221 <- mul_f64(-0.5f64, sin_35)
          var sin_222: f64
          sin_222 <- mul_f64(sin_205, sin_221)
          var sin_223: f64
          sin_223 <- add_f64(sin_222, sin_220)
          var sin_224: i64
          sin_224 <- and_i64(sin_204, 1i64)
          var sin_225: bool
          sin_225 <- eq_i64(sin_224, 0i64)
          var sin_226: f64
          sin_226 <- sub_f64(sin_34, sin_223)
          var sin_227: f64
          sin_227 <- mul_f64(sin_34, 1.34217729e8f64)
          var sin_228: f64
          sin_228 <- sub_f64(sin_227, sin_34)
          var sin_229: f64
          sin_229 <- sub_f64(sin_227, sin_228)
          var sin_230: f64
          sin_230 <- sub_f64(sin_34, sin_229)
          var sin_231: f64
          sin_231 <- mul_f64(sin_229, sin_229)
          var sin_232: f64
          sin_232 <- sub_f64(sin_231, sin_205)
          var sin_233: f64
          sin_233 <- mul_f64(sin_229, sin_230)
          var sin_234: f64
          sin_234 <- add_f64(sin_232, sin_233)
          var sin_235: f64
          sin_235 <- mul_f64(sin_230, sin_229)
          var sin_236: f64
          sin_236 <- add_f64(sin_234, sin_235)
          var sin_237: f64
          sin_237 <- mul_f64(sin_230, sin_230)
          var sin_238: f64
          sin_238 <- add_f64(sin_236, sin_237)
          var sin_239: f64
          sin_239 <- mul_f64(sin_205, -0.5f64)
          var sin_240: f64
          sin_240 <- add_f64(sin_239, 1.0f64)
          var sin_241: f64
          sin_241 <- sub_f64(1.0f64, sin_240)
          var sin_242: f64
          sin_242 <- add_f64(sin_239, sin_241)
          var sin_243: f64
          sin_243 <- neg_f64(sin_34)
          var sin_244: f64
          sin_244 <- mul_f64(sin_238, 0.5f64)
          var sin_245: f64
          sin_245 <- mul_f64(sin_243, sin_35)
          var sin_246: f64
          sin_246 <- add_f64(sin_245, sin_244)
          var sin_247: f64
          sin_247 <- sub_f64(sin_242, sin_246)
          var sin_248: f64
          sin_248 <- mul_f64(sin_205, sin_205)
          var sin_249: f64
          sin_249 <- mul_f64(4.7458719020432915e-14f64, sin_205)
          var sin_250: f64
          sin_250 <- add_f64(sin_249, -1.1470460887609959e-11f64)
          var sin_251: f64
          sin_251 <- mul_f64(sin_250, sin_205)
          var sin_252: f64
          sin_252 <- add_f64(sin_251, 2.087675579108042e-9f64)
          var sin_253: f64
          sin_253 <- mul_f64(sin_252, sin_205)
          var sin_254: f64
          sin_254 <- add_f64(sin_253, -2.7557319221402824e-7f64)
          var sin_255: f64
          sin_255 <- mul_f64(sin_254, sin_205)
          var sin_256: f64
          sin_256 <- add_f64(sin_255, 2.4801587301584645e-5f64)
          var sin_257: f64
          sin_257 <- mul_f64(sin_256, sin_205)
          var sin_258: f64
          sin_258 <- add_f64(sin_257, -1.3888888888888887e-3f64)
          var sin_259: f64
          sin_259 <- mul_f64(sin_258, sin_205)
          var sin_260: f64
          sin_260 <- add_f64(sin_259, 4.1666666666666664e-2f64)
          var sin_261: f64
          sin_261 <- mul_f64(sin_248, sin_260)
          var sin_262: f64
          sin_262 <- add_f64(sin_261, sin_247)
          var sin_263: f64
          sin_263 <- add_f64(sin_240, sin_262)
          var sin_264: f64
          sin_264 <- select(sin_225, sin_226, sin_263)
          var sin_265: u64
          sin_265 <- tobits_f64(sin_264)
          var sin_266: i64
          sin_266 <- i64_of_u64(sin_265)
          var sin_267: i64
          sin_267 <- and_i64(sin_204, 2i64)
          var sin_268: i64
          sin_268 <- shl_i64(sin_267, 62i64)
          var sin_269: i64
          sin_269 <- xor_i64(sin_266, sin_268)
          var sin_270: u64
          sin_270 <- u64_of_i64(sin_269)
          var sin_271: f64
          sin_271 <- frombits_u64(sin_270)
          sin <- sin_271
          var exp: f64
          var exp_2: bool
          exp_2 <- lt_f64(sin, -746.0f64)
          var exp_3: f64
          exp_3 <- select(exp_2, -746.0f64, sin)
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
          map_mem_3[add_i64(mul_i64(thread, lead), mul_i64(gid_2, step))] <- exp
        else
        fi
      done
      var acc: f64
      acc <- 1.0f64
      for k < m do
        var mul: i64
        mul <- mul_i64(k, k)
        var mod: i64
        mod <- mod_i64(mul, m)
        var elem: f64
        elem <- map_mem_3[add_i64(mul_i64(thread, lead), mul_i64(mod, step))]
        var mul_2: f64
        mul_2 <- mul_f64(acc, elem)
        acc <- mul_2
      done
      var acc_2: f64
      acc_2 <- acc
      free map_mem_3
      map_mem[gid] <- acc_2
    done
  done
return ([n]f64 @map_mem)
