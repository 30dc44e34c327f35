; language imp
; Functions in the value of a reduction, in the condition of a loop, and in a result.
(program [
    (fun main main [(array-arg m f32 [(fresh n)] xs "[n]f32")]
      [(scalar-res (un exp f32 (var acc)) f32 f32)]
      [(decl red f32)
       (reduce (reduce (dim i (var n))
          [(decl x f32) (read x m f32 (var i))]
          [(un exp f32 (var x))]
          (op [(scalar-param a f32)] [(scalar-param b f32)] [] [(bin add f32 (var a) (var b))])
          _ [(const 0.0f32)] false [red]))
       (decl acc f32)
       (assign acc (var red))
       (while (bin lt f32 (un exp f32 (var acc)) (const 100.0f32))
          [(assign acc (bin add f32 (var acc) (const 1.0f32)))])])] [])
; ---
; before expand-math (Imp)
entry main (m: [n]f32) do
  var red: f32
  reduce (red) <- i < n from (0.0f32) do
    var x: f32
    x <- m[i]
  give (exp_f32(x))
  op (a: f32, b: f32)
  give (add_f32(a, b))
  var acc: f32
  acc <- red
  while lt_f32(exp_f32(acc), 100.0f32) do
    acc <- add_f32(acc, 1.0f32)
  done
return (exp_f32(acc))

; after expand-math (Imp)
entry main (m: [n]f32) do
  var red: f32
  reduce (red) <- i < n from (0.0f32) do
    var x: f32
    x <- m[i]
    var exp: bool
    exp <- lt_f32(x, -104.0f32)
    var exp_2: f32
    exp_2 <- select(exp, -104.0f32, x)
    var exp_3: bool
    exp_3 <- lt_f32(90.0f32, exp_2)
    var exp_4: f32
    exp_4 <- select(exp_3, 90.0f32, exp_2)
    var exp_5: f32
    exp_5 <- fma_f32(exp_4, 1.442695f32, 1.2582912e7f32)
    var exp_6: f32
    exp_6 <- sub_f32(exp_5, 1.2582912e7f32)
    var exp_7: u32
    exp_7 <- tobits_f32(exp_5)
    var exp_8: i32
    exp_8 <- i32_of_u32(exp_7)
    var exp_9: i32
    exp_9 <- sub_i32(exp_8, 1262485504i32)
    var exp_10: f32
    exp_10 <- fma_f32(exp_6, -0.6931472f32, exp_4)
    var exp_11: f32
    exp_11 <- fma_f32(exp_6, 1.9046542e-9f32, exp_10)
    var exp_12: f32
    exp_12 <- mul_f32(exp_11, exp_11)
    var exp_13: f32
    exp_13 <- fma_f32(1.989148e-4f32, exp_11, 1.393409e-3f32)
    var exp_14: f32
    exp_14 <- fma_f32(exp_13, exp_11, 8.3333105e-3f32)
    var exp_15: f32
    exp_15 <- fma_f32(exp_14, exp_11, 4.166646e-2f32)
    var exp_16: f32
    exp_16 <- fma_f32(exp_15, exp_11, 0.16666667f32)
    var exp_17: f32
    exp_17 <- fma_f32(exp_16, exp_11, 0.5f32)
    var exp_18: f32
    exp_18 <- fma_f32(exp_12, exp_17, exp_11)
    var exp_19: f32
    exp_19 <- add_f32(exp_18, 1.0f32)
    var exp_20: i32
    exp_20 <- shr_i32(exp_9, 1i32)
    var exp_21: i32
    exp_21 <- add_i32(exp_20, 127i32)
    var exp_22: i32
    exp_22 <- shl_i32(exp_21, 23i32)
    var exp_23: u32
    exp_23 <- u32_of_i32(exp_22)
    var exp_24: f32
    exp_24 <- frombits_u32(exp_23)
    var exp_25: f32
    exp_25 <- mul_f32(exp_19, exp_24)
    var exp_26: i32
    exp_26 <- sub_i32(exp_9, exp_20)
    var exp_27: i32
    exp_27 <- add_i32(exp_26, 127i32)
    var exp_28: i32
    exp_28 <- shl_i32(exp_27, 23i32)
    var exp_29: u32
    exp_29 <- u32_of_i32(exp_28)
    var exp_30: f32
    exp_30 <- frombits_u32(exp_29)
    var exp_31: f32
    exp_31 <- mul_f32(exp_25, exp_30)
  give (exp_31)
  op (a: f32, b: f32)
  give (add_f32(a, b))
  var acc: f32
  acc <- red
  var exp_32: bool
  exp_32 <- lt_f32(acc, -104.0f32)
  var exp_33: f32
  exp_33 <- select(exp_32, -104.0f32, acc)
  var exp_34: bool
  exp_34 <- lt_f32(90.0f32, exp_33)
  var exp_35: f32
  exp_35 <- select(exp_34, 90.0f32, exp_33)
  var exp_36: f32
  exp_36 <- fma_f32(exp_35, 1.442695f32, 1.2582912e7f32)
  var exp_37: f32
  exp_37 <- sub_f32(exp_36, 1.2582912e7f32)
  var exp_38: u32
  exp_38 <- tobits_f32(exp_36)
  var exp_39: i32
  exp_39 <- i32_of_u32(exp_38)
  var exp_40: i32
  exp_40 <- sub_i32(exp_39, 1262485504i32)
  var exp_41: f32
  exp_41 <- fma_f32(exp_37, -0.6931472f32, exp_35)
  var exp_42: f32
  exp_42 <- fma_f32(exp_37, 1.9046542e-9f32, exp_41)
  var exp_43: f32
  exp_43 <- mul_f32(exp_42, exp_42)
  var exp_44: f32
  exp_44 <- fma_f32(1.989148e-4f32, exp_42, 1.393409e-3f32)
  var exp_45: f32
  exp_45 <- fma_f32(exp_44, exp_42, 8.3333105e-3f32)
  var exp_46: f32
  exp_46 <- fma_f32(exp_45, exp_42, 4.166646e-2f32)
  var exp_47: f32
  exp_47 <- fma_f32(exp_46, exp_42, 0.16666667f32)
  var exp_48: f32
  exp_48 <- fma_f32(exp_47, exp_42, 0.5f32)
  var exp_49: f32
  exp_49 <- fma_f32(exp_43, exp_48, exp_42)
  var exp_50: f32
  exp_50 <- add_f32(exp_49, 1.0f32)
  var exp_51: i32
  exp_51 <- shr_i32(exp_40, 1i32)
  var exp_52: i32
  exp_52 <- add_i32(exp_51, 127i32)
  var exp_53: i32
  exp_53 <- shl_i32(exp_52, 23i32)
  var exp_54: u32
  exp_54 <- u32_of_i32(exp_53)
  var exp_55: f32
  exp_55 <- frombits_u32(exp_54)
  var exp_56: f32
  exp_56 <- mul_f32(exp_50, exp_55)
  var exp_57: i32
  exp_57 <- sub_i32(exp_40, exp_51)
  var exp_58: i32
  exp_58 <- add_i32(exp_57, 127i32)
  var exp_59: i32
  exp_59 <- shl_i32(exp_58, 23i32)
  var exp_60: u32
  exp_60 <- u32_of_i32(exp_59)
  var exp_61: f32
  exp_61 <- frombits_u32(exp_60)
  var exp_62: f32
  exp_62 <- mul_f32(exp_56, exp_61)
  var cond: bool
  cond <- lt_f32(exp_62, 100.0f32)
  while cond do
    acc <- add_f32(acc, 1.0f32)
    var exp_63: bool
    exp_63 <- lt_f32(acc, -104.0f32)
    var exp_64: f32
    exp_64 <- select(exp_63, -104.0f32, acc)
    var exp_65: bool
    exp_65 <- lt_f32(90.0f32, exp_64)
    var exp_66: f32
    exp_66 <- select(exp_65, 90.0f32, exp_64)
    var exp_67: f32
    exp_67 <- fma_f32(exp_66, 1.442695f32, 1.2582912e7f32)
    var exp_68: f32
    exp_68 <- sub_f32(exp_67, 1.2582912e7f32)
    var exp_69: u32
    exp_69 <- tobits_f32(exp_67)
    var exp_70: i32
    exp_70 <- i32_of_u32(exp_69)
    var exp_71: i32
    exp_71 <- sub_i32(exp_70, 1262485504i32)
    var exp_72: f32
    exp_72 <- fma_f32(exp_68, -0.6931472f32, exp_66)
    var exp_73: f32
    exp_73 <- fma_f32(exp_68, 1.9046542e-9f32, exp_72)
    var exp_74: f32
    exp_74 <- mul_f32(exp_73, exp_73)
    var exp_75: f32
    exp_75 <- fma_f32(1.989148e-4f32, exp_73, 1.393409e-3f32)
    var exp_76: f32
    exp_76 <- fma_f32(exp_75, exp_73, 8.3333105e-3f32)
    var exp_77: f32
    exp_77 <- fma_f32(exp_76, exp_73, 4.166646e-2f32)
    var exp_78: f32
    exp_78 <- fma_f32(exp_77, exp_73, 0.16666667f32)
    var exp_79: f32
    exp_79 <- fma_f32(exp_78, exp_73, 0.5f32)
    var exp_80: f32
    exp_80 <- fma_f32(exp_74, exp_79, exp_73)
    var exp_81: f32
    exp_81 <- add_f32(exp_80, 1.0f32)
    var exp_82: i32
    exp_82 <- shr_i32(exp_71, 1i32)
    var exp_83: i32
    exp_83 <- add_i32(exp_82, 127i32)
    var exp_84: i32
    exp_84 <- shl_i32(exp_83, 23i32)
    var exp_85: u32
    exp_85 <- u32_of_i32(exp_84)
    var exp_86: f32
    exp_86 <- frombits_u32(exp_85)
    var exp_87: f32
    exp_87 <- mul_f32(exp_81, exp_86)
    var exp_88: i32
    exp_88 <- sub_i32(exp_71, exp_82)
    var exp_89: i32
    exp_89 <- add_i32(exp_88, 127i32)
    var exp_90: i32
    exp_90 <- shl_i32(exp_89, 23i32)
    var exp_91: u32
    exp_91 <- u32_of_i32(exp_90)
    var exp_92: f32
    exp_92 <- frombits_u32(exp_91)
    var exp_93: f32
    exp_93 <- mul_f32(exp_87, exp_92)
    cond <- lt_f32(exp_93, 100.0f32)
  done
  var exp_94: bool
  exp_94 <- lt_f32(acc, -104.0f32)
  var exp_95: f32
  exp_95 <- select(exp_94, -104.0f32, acc)
  var exp_96: bool
  exp_96 <- lt_f32(90.0f32, exp_95)
  var exp_97: f32
  exp_97 <- select(exp_96, 90.0f32, exp_95)
  var exp_98: f32
  exp_98 <- fma_f32(exp_97, 1.442695f32, 1.2582912e7f32)
  var exp_99: f32
  exp_99 <- sub_f32(exp_98, 1.2582912e7f32)
  var exp_100: u32
  exp_100 <- tobits_f32(exp_98)
  var exp_101: i32
  exp_101 <- i32_of_u32(exp_100)
  var exp_102: i32
  exp_102 <- sub_i32(exp_101, 1262485504i32)
  var exp_103: f32
  exp_103 <- fma_f32(exp_99, -0.6931472f32, exp_97)
  var exp_104: f32
  exp_104 <- fma_f32(exp_99, 1.9046542e-9f32, exp_103)
  var exp_105: f32
  exp_105 <- mul_f32(exp_104, exp_104)
  var exp_106: f32
  exp_106 <- fma_f32(1.989148e-4f32, exp_104, 1.393409e-3f32)
  var exp_107: f32
  exp_107 <- fma_f32(exp_106, exp_104, 8.3333105e-3f32)
  var exp_108: f32
  exp_108 <- fma_f32(exp_107, exp_104, 4.166646e-2f32)
  var exp_109: f32
  exp_109 <- fma_f32(exp_108, exp_104, 0.16666667f32)
  var exp_110: f32
  exp_110 <- fma_f32(exp_109, exp_104, 0.5f32)
  var exp_111: f32
  exp_111 <- fma_f32(exp_105, exp_110, exp_104)
  var exp_112: f32
  exp_112 <- add_f32(exp_111, 1.0f32)
  var exp_113: i32
  exp_113 <- shr_i32(exp_102, 1i32)
  var exp_114: i32
  exp_114 <- add_i32(exp_113, 127i32)
  var exp_115: i32
  exp_115 <- shl_i32(exp_114, 23i32)
  var exp_116: u32
  exp_116 <- u32_of_i32(exp_115)
  var exp_117: f32
  exp_117 <- frombits_u32(exp_116)
  var exp_118: f32
  exp_118 <- mul_f32(exp_112, exp_117)
  var exp_119: i32
  exp_119 <- sub_i32(exp_102, exp_113)
  var exp_120: i32
  exp_120 <- add_i32(exp_119, 127i32)
  var exp_121: i32
  exp_121 <- shl_i32(exp_120, 23i32)
  var exp_122: u32
  exp_122 <- u32_of_i32(exp_121)
  var exp_123: f32
  exp_123 <- frombits_u32(exp_122)
  var exp_124: f32
  exp_124 <- mul_f32(exp_118, exp_123)
return (exp_124)
