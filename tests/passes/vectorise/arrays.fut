-- Arrays of the lanes are kept together, and a row that is summed along its elements gives them the lanes.
entry main [n] (xs: [n]i32) : [n]i32 =
  map (\x -> let ys = loop ys = replicate 3 x for i < x do ys with [i64.i32 ((x + i) % 3)] = i in ys[0] - ys[1] + ys[2]) xs
-- ---
-- before vectorise (Imp)
entry main (xs_mem: [n]i32) do
  var map_mem: mem i32
  map_mem <- alloc i32 n
  kernel (gid < n) do
    var x: i32
    x <- xs_mem[gid]
    var replicate_mem: mem i32
    replicate_mem <- alloc i32 3i64
    kernel (i < 3i64) do
      replicate_mem[i] <- x
    done
    for i_2 < i64_of_i32(x) do
      var i_3: i32
      i_3 <- i32_of_i64(i_2)
      var add: i32
      add <- add_i32(x, i_3)
      var mod: i32
      mod <- mod_i32(add, 3i32)
      var conv: i64
      conv <- i64_of_i32(mod)
      var le: bool
      le <- le_i64(0i64, conv)
      var lt: bool
      lt <- lt_i64(conv, 3i64)
      var logand: bool
      logand <- logand_bool(le, lt)
      assert logand ("Index [",
        conv,
        "] out of bounds for array of shape ",
        "[",
        3i64,
        "]",
        ".") at (main.fut:3:60-94, main.fut:3:3-123)
      replicate_mem[conv] <- i_3
    done
    var elem: i32
    elem <- replicate_mem[0i64]
    var elem_2: i32
    elem_2 <- replicate_mem[1i64]
    var sub: i32
    sub <- sub_i32(elem, elem_2)
    var elem_3: i32
    elem_3 <- replicate_mem[2i64]
    free replicate_mem
    var add_2: i32
    add_2 <- add_i32(sub, elem_3)
    map_mem[gid] <- add_2
  done
return ([n]i32 @map_mem)

-- after vectorise (Lanes)
entry main (xs_mem: [n]i32) do
  var map_mem: mem i32
  map_mem <- alloc i32 n
  lanes 32 (gid) do
    var x: vec i32
    x <- xs_mem[gid..]
    var replicate_mem: mem i32
    replicate_mem <- alloc i32 96i64
    for i < 3i64 do
      replicate_mem[mul_i64(i, 32i64)..] <- x
    done
    var bound: vec i64
    bound <- i64_of_i32(x)
    var i_2: i64
    i_2 <- 0i64
    var running: vec bool
    running <- lt_i64(splat_i64(i_2), bound)
    while any(running) do
      var i_3: i32
      i_3 <- i32_of_i64(i_2)
      var add: vec i32
      add <- add_i32(x, splat_i32(i_3))
      var mod: vec i32
      mod <- mod_i32(add, splat_i32(3i32))
      var conv: vec i64
      conv <- i64_of_i32(mod)
      var le: vec bool
      le <- le_i64(splat_i64(0i64), conv)
      var lt: vec bool
      lt <- lt_i64(conv, splat_i64(3i64))
      var logand: vec bool
      logand <- logand_bool(le, lt)
      leave if any(logand_bool(running, not_bool(logand)))
      replicate_mem[each add_i64(mul_i64(conv, splat_i64(32i64)), steps_i64(0i64, 1i64))] <- splat_i32(i_3) where running
      i_2 <- add_i64(i_2, 1i64)
      running <- logand_bool(running, lt_i64(splat_i64(i_2), bound))
    done
    var elem: vec i32
    elem <- replicate_mem[0i64..]
    var elem_2: vec i32
    elem_2 <- replicate_mem[32i64..]
    var sub: vec i32
    sub <- sub_i32(elem, elem_2)
    var elem_3: vec i32
    elem_3 <- replicate_mem[64i64..]
    free replicate_mem
    var add_2: vec i32
    add_2 <- add_i32(sub, elem_3)
    map_mem[gid..] <- add_2
  of lanes 16 (gid_2) do
    var x_2: vec i32
    x_2 <- xs_mem[gid_2..]
    var replicate_mem_2: mem i32
    replicate_mem_2 <- alloc i32 48i64
    for i_4 < 3i64 do
      replicate_mem_2[mul_i64(i_4, 16i64)..] <- x_2
    done
    var bound_2: vec i64
    bound_2 <- i64_of_i32(x_2)
    var i_5: i64
    i_5 <- 0i64
    var running_2: vec bool
    running_2 <- lt_i64(splat_i64(i_5), bound_2)
    while any(running_2) do
      var i_6: i32
      i_6 <- i32_of_i64(i_5)
      var add_3: vec i32
      add_3 <- add_i32(x_2, splat_i32(i_6))
      var mod_2: vec i32
      mod_2 <- mod_i32(add_3, splat_i32(3i32))
      var conv_2: vec i64
      conv_2 <- i64_of_i32(mod_2)
      var le_2: vec bool
      le_2 <- le_i64(splat_i64(0i64), conv_2)
      var lt_2: vec bool
      lt_2 <- lt_i64(conv_2, splat_i64(3i64))
      var logand_2: vec bool
      logand_2 <- logand_bool(le_2, lt_2)
      leave if any(logand_bool(running_2, not_bool(logand_2)))
      replicate_mem_2[each add_i64(mul_i64(conv_2, splat_i64(16i64)), steps_i64(0i64, 1i64))] <- splat_i32(i_6) where running_2
      i_5 <- add_i64(i_5, 1i64)
      running_2 <- logand_bool(running_2, lt_i64(splat_i64(i_5), bound_2))
    done
    var elem_4: vec i32
    elem_4 <- replicate_mem_2[0i64..]
    var elem_5: vec i32
    elem_5 <- replicate_mem_2[16i64..]
    var sub_2: vec i32
    sub_2 <- sub_i32(elem_4, elem_5)
    var elem_6: vec i32
    elem_6 <- replicate_mem_2[32i64..]
    free replicate_mem_2
    var add_4: vec i32
    add_4 <- add_i32(sub_2, elem_6)
    map_mem[gid_2..] <- add_4
  of kernel (gid_3 < n) do
    var x_3: i32
    x_3 <- xs_mem[gid_3]
    var replicate_mem_3: mem i32
    replicate_mem_3 <- alloc i32 3i64
    lanes 16 (i_7) do
      replicate_mem_3[i_7..] <- splat_i32(x_3)
    of kernel (i_8 < 3i64) do
      replicate_mem_3[i_8] <- x_3
    done
    for i_9 < i64_of_i32(x_3) do
      var i_10: i32
      i_10 <- i32_of_i64(i_9)
      var add_5: i32
      add_5 <- add_i32(x_3, i_10)
      var mod_3: i32
      mod_3 <- mod_i32(add_5, 3i32)
      var conv_3: i64
      conv_3 <- i64_of_i32(mod_3)
      var le_3: bool
      le_3 <- le_i64(0i64, conv_3)
      var lt_3: bool
      lt_3 <- lt_i64(conv_3, 3i64)
      var logand_3: bool
      logand_3 <- logand_bool(le_3, lt_3)
      assert logand_3 ("Index [",
        conv_3,
        "] out of bounds for array of shape ",
        "[",
        3i64,
        "]",
        ".") at (main.fut:3:60-94, main.fut:3:3-123)
      replicate_mem_3[conv_3] <- i_10
    done
    var elem_7: i32
    elem_7 <- replicate_mem_3[0i64]
    var elem_8: i32
    elem_8 <- replicate_mem_3[1i64]
    var sub_3: i32
    sub_3 <- sub_i32(elem_7, elem_8)
    var elem_9: i32
    elem_9 <- replicate_mem_3[2i64]
    free replicate_mem_3
    var add_6: i32
    add_6 <- add_i32(sub_3, elem_9)
    map_mem[gid_3] <- add_6
  done
return ([n]i32 @map_mem)
