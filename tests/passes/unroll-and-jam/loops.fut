-- A loop with an accumulator, and statements that are the same for all rows.
entry main [n][p] (a: [n]f32) (b: [p][100]f32) : [n][p]f32 =
  map (\x -> map (\ys -> loop sum = x for i < 100 do sum * 0.5 + ys[i] * ys[i]) b) a
-- ---
-- before unroll-and-jam (Imp)
entry main (a_mem: [n]f32, b_mem: [p][100]f32) do
  var map_mem: mem f32
  map_mem <- alloc f32 mul_i64(n, p)
  kernel (gid < n, gid_2 < p) do
    var x: f32
    x <- a_mem[gid]
    var acc: f32
    acc <- x
    for i < i64_of_i32(100i32) do
      var i_2: i32
      i_2 <- i32_of_i64(i)
      var mul: f32
      mul <- mul_f32(acc, 0.5f32)
      var conv: i64
      conv <- i64_of_i32(i_2)
      var elem: f32
      elem <- b_mem[add_i64(mul_i64(100i64, gid_2), conv)]
      var mul_2: f32
      mul_2 <- mul_f32(elem, elem)
      var add: f32
      add <- add_f32(mul, mul_2)
      acc <- add
    done
    var acc_2: f32
    acc_2 <- acc
    map_mem[add_i64(mul_i64(gid, p), gid_2)] <- acc_2
  done
return ([n][p]f32 @map_mem)

-- after unroll-and-jam (Imp)
entry main (a_mem: [n]f32, b_mem: [p][100]f32) do
  var map_mem: mem f32
  map_mem <- alloc f32 mul_i64(n, p)
  kernel (gid < quot_i64(add_i64(n, 3i64), 4i64), gid_2 < p) do
    var gid_3: i64
    gid_3 <- mul_i64(gid, 4i64)
    if lt_i64(add_i64(gid_3, 3i64), n) then
      var gid_4: i64
      gid_4 <- gid_3
      var gid_5: i64
      gid_5 <- add_i64(gid_3, 1i64)
      var gid_6: i64
      gid_6 <- add_i64(gid_3, 2i64)
      var gid_7: i64
      gid_7 <- add_i64(gid_3, 3i64)
      var x: f32
      var x_2: f32
      var x_3: f32
      var x_4: f32
      x <- a_mem[gid_4]
      x_2 <- a_mem[gid_5]
      x_3 <- a_mem[gid_6]
      x_4 <- a_mem[gid_7]
      var acc: f32
      var acc_2: f32
      var acc_3: f32
      var acc_4: f32
      acc <- x
      acc_2 <- x_2
      acc_3 <- x_3
      acc_4 <- x_4
      for i < i64_of_i32(100i32) do
        var i_2: i32
        i_2 <- i32_of_i64(i)
        var mul: f32
        var mul_2: f32
        var mul_3: f32
        var mul_4: f32
        mul <- mul_f32(acc, 0.5f32)
        mul_2 <- mul_f32(acc_2, 0.5f32)
        mul_3 <- mul_f32(acc_3, 0.5f32)
        mul_4 <- mul_f32(acc_4, 0.5f32)
        var conv: i64
        conv <- i64_of_i32(i_2)
        var elem: f32
        elem <- b_mem[add_i64(mul_i64(100i64, gid_2), conv)]
        var mul_5: f32
        mul_5 <- mul_f32(elem, elem)
        var add: f32
        var add_2: f32
        var add_3: f32
        var add_4: f32
        add <- add_f32(mul, mul_5)
        add_2 <- add_f32(mul_2, mul_5)
        add_3 <- add_f32(mul_3, mul_5)
        add_4 <- add_f32(mul_4, mul_5)
        acc <- add
        acc_2 <- add_2
        acc_3 <- add_3
        acc_4 <- add_4
      done
      var acc_5: f32
      var acc_6: f32
      var acc_7: f32
      var acc_8: f32
      acc_5 <- acc
      acc_6 <- acc_2
      acc_7 <- acc_3
      acc_8 <- acc_4
      map_mem[add_i64(mul_i64(gid_4, p), gid_2)] <- acc_5
      map_mem[add_i64(mul_i64(gid_5, p), gid_2)] <- acc_6
      map_mem[add_i64(mul_i64(gid_6, p), gid_2)] <- acc_7
      map_mem[add_i64(mul_i64(gid_7, p), gid_2)] <- acc_8
    else
      for gid_8 < min_i64(sub_i64(n, gid_3), 4i64) do
        var gid_9: i64
        gid_9 <- add_i64(gid_3, gid_8)
        var x_5: f32
        x_5 <- a_mem[gid_9]
        var acc_9: f32
        acc_9 <- x_5
        for i_3 < i64_of_i32(100i32) do
          var i_4: i32
          i_4 <- i32_of_i64(i_3)
          var mul_6: f32
          mul_6 <- mul_f32(acc_9, 0.5f32)
          var conv_2: i64
          conv_2 <- i64_of_i32(i_4)
          var elem_2: f32
          elem_2 <- b_mem[add_i64(mul_i64(100i64, gid_2), conv_2)]
          var mul_7: f32
          mul_7 <- mul_f32(elem_2, elem_2)
          var add_5: f32
          add_5 <- add_f32(mul_6, mul_7)
          acc_9 <- add_5
        done
        var acc_10: f32
        acc_10 <- acc_9
        map_mem[add_i64(mul_i64(gid_9, p), gid_2)] <- acc_10
      done
    fi
  done
return ([n][p]f32 @map_mem)
