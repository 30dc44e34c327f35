-- A map of host code with loops in loops has three groups, so that threads can share a few indices that take long.
-- options: lanes=4 lanes_of_loops=8 lanes_of_few=2
entry main [n] (xs: [n]f32) (k: i64) : [n]f32 =
  map (\x -> loop y = x for i < k do loop y for _j < i do y * y + x) xs
-- ---
-- before vectorise (Imp)
entry main (xs_mem: [n]f32, k: i64) do
  var map_mem: mem f32
  map_mem <- alloc f32 n
  kernel (gid < n) do
    var x: f32
    x <- xs_mem[gid]
    var acc: f32
    acc <- x
    for i < k do
      var acc_2: f32
      acc_2 <- acc
      for _j < i do
        var mul: f32
        mul <- mul_f32(acc_2, acc_2)
        var add: f32
        add <- add_f32(mul, x)
        acc_2 <- add
      done
      var acc_3: f32
      acc_3 <- acc_2
      acc <- acc_3
    done
    var acc_4: f32
    acc_4 <- acc
    map_mem[gid] <- acc_4
  done
return ([n]f32 @map_mem)

-- after vectorise (Lanes)
entry main (xs_mem: [n]f32, k: i64) do
  var map_mem: mem f32
  map_mem <- alloc f32 n
  lanes 8 (gid) do
    var x: vec f32
    x <- xs_mem[gid..]
    var acc: vec f32
    acc <- x
    for i < k do
      var acc_2: vec f32
      acc_2 <- acc
      for _j < i do
        var mul: vec f32
        mul <- mul_f32(acc_2, acc_2)
        var add: vec f32
        add <- add_f32(mul, x)
        acc_2 <- add
      done
      var acc_3: vec f32
      acc_3 <- acc_2
      acc <- acc_3
    done
    var acc_4: vec f32
    acc_4 <- acc
    map_mem[gid..] <- acc_4
  of lanes 4 (gid_2) do
    var x_2: vec f32
    x_2 <- xs_mem[gid_2..]
    var acc_5: vec f32
    acc_5 <- x_2
    for i_2 < k do
      var acc_6: vec f32
      acc_6 <- acc_5
      for _j_2 < i_2 do
        var mul_2: vec f32
        mul_2 <- mul_f32(acc_6, acc_6)
        var add_2: vec f32
        add_2 <- add_f32(mul_2, x_2)
        acc_6 <- add_2
      done
      var acc_7: vec f32
      acc_7 <- acc_6
      acc_5 <- acc_7
    done
    var acc_8: vec f32
    acc_8 <- acc_5
    map_mem[gid_2..] <- acc_8
  of lanes 2 (gid_3) do
    var x_3: vec f32
    x_3 <- xs_mem[gid_3..]
    var acc_9: vec f32
    acc_9 <- x_3
    for i_3 < k do
      var acc_10: vec f32
      acc_10 <- acc_9
      for _j_3 < i_3 do
        var mul_3: vec f32
        mul_3 <- mul_f32(acc_10, acc_10)
        var add_3: vec f32
        add_3 <- add_f32(mul_3, x_3)
        acc_10 <- add_3
      done
      var acc_11: vec f32
      acc_11 <- acc_10
      acc_9 <- acc_11
    done
    var acc_12: vec f32
    acc_12 <- acc_9
    map_mem[gid_3..] <- acc_12
  of kernel (gid_4 < n) do
    var x_4: f32
    x_4 <- xs_mem[gid_4]
    var acc_13: f32
    acc_13 <- x_4
    for i_4 < k do
      var acc_14: f32
      acc_14 <- acc_13
      for _j_4 < i_4 do
        var mul_4: f32
        mul_4 <- mul_f32(acc_14, acc_14)
        var add_4: f32
        add_4 <- add_f32(mul_4, x_4)
        acc_14 <- add_4
      done
      var acc_15: f32
      acc_15 <- acc_14
      acc_13 <- acc_15
    done
    var acc_16: f32
    acc_16 <- acc_13
    map_mem[gid_4] <- acc_16
  done
return ([n]f32 @map_mem)
