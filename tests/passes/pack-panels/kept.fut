-- Kernels without panels: a filter of few rounds, columns that depend on the row, and reads that may not happen.
-- show: all
entry filter [n] [p] (a: [n][p]f32) (w: [3][p]f32) : [n][p]f32 =
  map (\r -> tabulate p (\j -> loop s = 0 for k < 3 do s + r[j] * w[k, j])) a

entry shifted [n] [m] (a: [n][m]f32) : [n][m]f32 =
  tabulate_2d n m (\i j -> loop s = 0 for k < m do s + #[unsafe] a[k, j + i])

entry guarded [n] [m] (a: [n][m]f32) (b: [m][m]f32) : [n][m]f32 =
  map (\r -> tabulate m (\j -> if r[j] > 0 then loop s = 0 for k < m do s + r[k] * b[k, j] else 0)) a
-- ---
-- before pack-panels (Imp)
entry filter (a_mem: [n][p]f32, w_mem: [3][= p]f32) do
  var map_mem: mem f32
  map_mem <- alloc f32 mul_i64(n, p)
  kernel (gid < n, gid_2 < p) do
    var x: i64
    x <- gid_2
    var elem: f32
    elem <- a_mem[add_i64(mul_i64(gid, p), x)]
    var elem_2: f32
    elem_2 <- w_mem[add_i64(mul_i64(0i64, p), x)]
    var mul: f32
    mul <- mul_f32(elem, elem_2)
    var add: f32
    add <- add_f32(0.0f32, mul)
    var elem_3: f32
    elem_3 <- w_mem[add_i64(mul_i64(1i64, p), x)]
    var mul_2: f32
    mul_2 <- mul_f32(elem, elem_3)
    var add_2: f32
    add_2 <- add_f32(add, mul_2)
    var elem_4: f32
    elem_4 <- w_mem[add_i64(mul_i64(2i64, p), x)]
    var mul_3: f32
    mul_3 <- mul_f32(elem, elem_4)
    var add_3: f32
    add_3 <- add_f32(add_2, mul_3)
    map_mem[add_i64(mul_i64(gid, p), gid_2)] <- add_3
  done
return ([n][p]f32 @map_mem)

entry shifted (a_mem_2: [n_2][m]f32) do
  var t: bool
  t <- le_i64(m, 0i64)
  var t_2: bool
  t_2 <- le_i64(m, n_2)
  var t_3: i64
  t_3 <- sub_i64(n_2, 1i64)
  var t_4: i64
  t_4 <- sub_i64(m, 1i64)
  var t_5: bool
  t_5 <- le_i64(0i64, t_4)
  var t_6: i64
  t_6 <- add_i64(t_4, t_3)
  var t_7: bool
  t_7 <- le_i64(t_3, t_6)
  var t_8: bool
  t_8 <- logand_bool(t_5, t_7)
  var conv: f64
  conv <- f64_of_i64(n_2)
  var t_9: bool
  t_9 <- le_f64(-2.305843009213694e18f64, conv)
  var t_10: bool
  t_10 <- le_f64(conv, 2.305843009213694e18f64)
  var t_11: bool
  t_11 <- logand_bool(t_9, t_10)
  var t_12: bool
  t_12 <- logand_bool(t_8, t_11)
  var conv_2: f64
  conv_2 <- f64_of_i64(t_4)
  var t_13: bool
  t_13 <- le_f64(-2.305843009213694e18f64, conv_2)
  var t_14: bool
  t_14 <- le_f64(conv_2, 2.305843009213694e18f64)
  var t_15: bool
  t_15 <- logand_bool(t_11, t_13)
  var t_16: bool
  t_16 <- logand_bool(t_15, t_14)
  var t_17: bool
  t_17 <- logand_bool(t_12, t_16)
  var t_18: bool
  t_18 <- logand_bool(t_2, t_17)
  var t_19: bool
  t_19 <- lt_i64(t_6, m)
  var t_20: bool
  t_20 <- le_i64(t_4, t_6)
  var t_21: bool
  t_21 <- logand_bool(t_19, t_20)
  var t_22: bool
  t_22 <- logand_bool(t_18, t_21)
  var t_23: bool
  t_23 <- logand_bool(t_22, t_17)
  var t_24: bool
  t_24 <- logor_bool(t, t_23)
  var t_25: bool
  t_25 <- le_i64(n_2, 0i64)
  var t_26: bool
  t_26 <- logor_bool(t_25, t_24)
  var held: bool
  var k: i64
  var t_27: i64
  if t_26 then
    held <- true
    k <- 0i64
    t_27 <- 0i64
  else
    var at: i64
    at <- -1i64
    var good: bool
    good <- true
    while good do
      var t_28: i64
      t_28 <- add_i64(at, 1i64)
      var t_29: bool
      t_29 <- le_i64(0i64, t_28)
      var t_30: i64
      t_30 <- add_i64(t_4, t_28)
      var t_31: bool
      t_31 <- le_i64(t_28, t_30)
      var t_32: bool
      t_32 <- logand_bool(t_29, t_31)
      var t_33: bool
      t_33 <- logand_bool(t_2, t_32)
      var t_34: bool
      t_34 <- lt_i64(t_30, m)
      var t_35: bool
      t_35 <- logand_bool(t_34, t_31)
      var t_36: bool
      t_36 <- logand_bool(t_33, t_35)
      var held_2: bool
      if t_36 then
        held_2 <- true
      else
        var at_2: i64
        at_2 <- -1i64
        var good_2: bool
        good_2 <- true
        while good_2 do
          var t_37: i64
          t_37 <- add_i64(at_2, 1i64)
          var t_38: i64
          t_38 <- add_i64(t_37, t_28)
          var t_39: bool
          t_39 <- le_i64(0i64, t_38)
          var t_40: bool
          t_40 <- lt_i64(t_38, m)
          var t_41: bool
          t_41 <- logand_bool(t_39, t_40)
          var t_42: bool
          t_42 <- logand_bool(t_2, t_41)
          var held_3: bool
          if t_42 then
            held_3 <- true
          else
            var at_3: i64
            at_3 <- -1i64
            var good_3: bool
            good_3 <- true
            while good_3 do
              var t_43: i64
              t_43 <- add_i64(at_3, 1i64)
              var t_44: bool
              t_44 <- lt_i64(t_43, n_2)
              var t_45: bool
              t_45 <- logand_bool(t_44, t_41)
              var t_46: bool
              t_46 <- lt_i64(t_43, m)
              var t_47: bool
              t_47 <- logand_bool(t_46, t_45)
              at_3 <- t_43
              good_3 <- t_47
            done
            var at_4: i64
            at_4 <- at_3
            var t_48: bool
            t_48 <- le_i64(m, at_4)
            held_3 <- t_48
          fi
          var t_49: bool
          t_49 <- lt_i64(t_37, m)
          var t_50: bool
          t_50 <- logand_bool(t_49, held_3)
          at_2 <- t_37
          good_2 <- t_50
        done
        var at_5: i64
        at_5 <- at_2
        var t_51: bool
        t_51 <- le_i64(m, at_5)
        held_2 <- t_51
      fi
      var t_52: bool
      t_52 <- lt_i64(t_28, n_2)
      var t_53: bool
      t_53 <- logand_bool(t_52, held_2)
      at <- t_28
      good <- t_53
    done
    var at_6: i64
    at_6 <- at
    var t_54: bool
    t_54 <- le_i64(n_2, at_6)
    var t_55: bool
    t_55 <- le_i64(0i64, at_6)
    var t_56: i64
    t_56 <- add_i64(t_4, at_6)
    var t_57: bool
    t_57 <- le_i64(at_6, t_56)
    var t_58: bool
    t_58 <- logand_bool(t_55, t_57)
    var t_59: bool
    t_59 <- logand_bool(t_2, t_58)
    var t_60: bool
    t_60 <- lt_i64(t_56, m)
    var t_61: bool
    t_61 <- logand_bool(t_60, t_57)
    var t_62: bool
    t_62 <- logand_bool(t_59, t_61)
    var k_2: i64
    var t_63: i64
    if t_62 then
      k_2 <- 0i64
      t_63 <- 0i64
    else
      var at_7: i64
      at_7 <- -1i64
      var good_4: bool
      good_4 <- true
      while good_4 do
        var t_64: i64
        t_64 <- add_i64(at_7, 1i64)
        var t_65: i64
        t_65 <- add_i64(t_64, at_6)
        var t_66: bool
        t_66 <- le_i64(0i64, t_65)
        var t_67: bool
        t_67 <- lt_i64(t_65, m)
        var t_68: bool
        t_68 <- logand_bool(t_66, t_67)
        var t_69: bool
        t_69 <- logand_bool(t_2, t_68)
        var held_4: bool
        if t_69 then
          held_4 <- true
        else
          var at_8: i64
          at_8 <- -1i64
          var good_5: bool
          good_5 <- true
          while good_5 do
            var t_70: i64
            t_70 <- add_i64(at_8, 1i64)
            var t_71: bool
            t_71 <- lt_i64(t_70, n_2)
            var t_72: bool
            t_72 <- logand_bool(t_71, t_68)
            var t_73: bool
            t_73 <- lt_i64(t_70, m)
            var t_74: bool
            t_74 <- logand_bool(t_73, t_72)
            at_8 <- t_70
            good_5 <- t_74
          done
          var at_9: i64
          at_9 <- at_8
          var t_75: bool
          t_75 <- le_i64(m, at_9)
          held_4 <- t_75
        fi
        var t_76: bool
        t_76 <- lt_i64(t_64, m)
        var t_77: bool
        t_77 <- logand_bool(t_76, held_4)
        at_7 <- t_64
        good_4 <- t_77
      done
      var at_10: i64
      at_10 <- at_7
      var t_78: i64
      t_78 <- add_i64(at_10, at_6)
      var t_79: bool
      t_79 <- le_i64(0i64, t_78)
      var t_80: bool
      t_80 <- lt_i64(t_78, m)
      var t_81: bool
      t_81 <- logand_bool(t_79, t_80)
      var t_82: bool
      t_82 <- logand_bool(t_2, t_81)
      var k_3: i64
      if t_82 then
        k_3 <- 0i64
      else
        var at_11: i64
        at_11 <- -1i64
        var good_6: bool
        good_6 <- true
        while good_6 do
          var t_83: i64
          t_83 <- add_i64(at_11, 1i64)
          var t_84: bool
          t_84 <- lt_i64(t_83, n_2)
          var t_85: bool
          t_85 <- logand_bool(t_84, t_81)
          var t_86: bool
          t_86 <- lt_i64(t_83, m)
          var t_87: bool
          t_87 <- logand_bool(t_86, t_85)
          at_11 <- t_83
          good_6 <- t_87
        done
        var at_12: i64
        at_12 <- at_11
        k_3 <- at_12
      fi
      k_2 <- k_3
      t_63 <- t_78
    fi
    held <- t_54
    k <- k_2
    t_27 <- t_63
  fi
  assert held ("Index [",
    k,
    ", ",
    t_27,
    "] out of bounds for array of shape ",
    "[",
    n_2,
    "]",
    "[",
    m,
    "]",
    ".") at (main.fut:7:66-76, main.fut:7:3-77)
  var map_mem_2: mem f32
  map_mem_2 <- alloc f32 mul_i64(m, n_2)
  kernel (gid_3 < n_2, gid_4 < m) do
    var x_2: i64
    x_2 <- gid_3
    var x_3: i64
    x_3 <- gid_4
    var t_88: i64
    t_88 <- add_i64(x_3, x_2)
    var acc: f32
    acc <- 0.0f32
    for k_4 < m do
      var elem_5: f32
      elem_5 <- a_mem_2[add_i64(mul_i64(k_4, m), t_88)]
      var add_4: f32
      add_4 <- add_f32(acc, elem_5)
      acc <- add_4
    done
    var acc_2: f32
    acc_2 <- acc
    map_mem_2[add_i64(mul_i64(gid_3, m), gid_4)] <- acc_2
  done
return ([n_2][m]f32 @map_mem_2)

entry guarded (a_mem_3: [n_3][m_2]f32, b_mem: [= m_2][= m_2]f32) do
  var map_mem_3: mem f32
  map_mem_3 <- alloc f32 mul_i64(m_2, n_3)
  kernel (gid_5 < n_3, gid_6 < m_2) do
    var x_4: i64
    x_4 <- gid_6
    var elem_6: f32
    elem_6 <- a_mem_3[add_i64(mul_i64(gid_5, m_2), x_4)]
    var gt: bool
    gt <- lt_f32(0.0f32, elem_6)
    var branch: f32
    if gt then
      var acc_3: f32
      acc_3 <- 0.0f32
      for k_5 < m_2 do
        var elem_7: f32
        elem_7 <- a_mem_3[add_i64(mul_i64(gid_5, m_2), k_5)]
        var elem_8: f32
        elem_8 <- b_mem[add_i64(mul_i64(k_5, m_2), x_4)]
        var mul_4: f32
        mul_4 <- mul_f32(elem_7, elem_8)
        var add_5: f32
        add_5 <- add_f32(acc_3, mul_4)
        acc_3 <- add_5
      done
      var acc_4: f32
      acc_4 <- acc_3
      branch <- acc_4
    else
      branch <- 0.0f32
    fi
    map_mem_3[add_i64(mul_i64(gid_5, m_2), gid_6)] <- branch
  done
return ([n_3][m_2]f32 @map_mem_3)

-- after pack-panels (Imp)
the same
