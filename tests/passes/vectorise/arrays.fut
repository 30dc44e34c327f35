-- Arrays of the lanes are kept together, and a row that is summed along its elements gives them the lanes.
entry main [n] (xs: [n]i32) : [n]i32 =
  map (\x -> let ys = loop ys = replicate 3 x for i < x do ys with [i64.i32 (x % 3)] = i in ys[0] - ys[1] + ys[2]) xs
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
    var conv: i64
    conv <- i64_of_i32(x)
    var t: i32
    t <- mod_i32(x, 3i32)
    var conv_2: i64
    conv_2 <- i64_of_i32(t)
    var t_2: bool
    t_2 <- le_i64(0i64, conv_2)
    var t_3: bool
    t_3 <- lt_i64(conv_2, 3i64)
    var t_4: bool
    t_4 <- logand_bool(t_2, t_3)
    var t_5: bool
    t_5 <- le_i64(conv, 0i64)
    var t_6: bool
    t_6 <- logor_bool(t_5, t_4)
    assert t_6 ("Index [",
      conv_2,
      "] out of bounds for array of shape ",
      "[",
      3i64,
      "]",
      ".") at (main.fut:3:60-88, main.fut:3:3-117)
    for i_2 < i64_of_i32(x) do
      var i_3: i32
      i_3 <- i32_of_i64(i_2)
      var mod: i32
      mod <- mod_i32(x, 3i32)
      var conv_3: i64
      conv_3 <- i64_of_i32(mod)
      replicate_mem[conv_3] <- i_3
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
    var add: i32
    add <- add_i32(sub, elem_3)
    map_mem[gid] <- add
  done
return ([n]i32 @map_mem)

-- after vectorise (Lanes)
entry main (xs_mem: [n]i32) do
  var map_mem: mem i32
  map_mem <- alloc i32 n
  kernel (gid < n) do
    var x: i32
    x <- xs_mem[gid]
    var replicate_mem: mem i32
    replicate_mem <- alloc i32 3i64
    lanes 16 (i) do
      replicate_mem[i..] <- splat_i32(x)
    of kernel (i_2 < 3i64) do
      replicate_mem[i_2] <- x
    done
    var conv: i64
    conv <- i64_of_i32(x)
    var t: i32
    t <- mod_i32(x, 3i32)
    var conv_2: i64
    conv_2 <- i64_of_i32(t)
    var t_2: bool
    t_2 <- le_i64(0i64, conv_2)
    var t_3: bool
    t_3 <- lt_i64(conv_2, 3i64)
    var t_4: bool
    t_4 <- logand_bool(t_2, t_3)
    var t_5: bool
    t_5 <- le_i64(conv, 0i64)
    var t_6: bool
    t_6 <- logor_bool(t_5, t_4)
    assert t_6 ("Index [",
      conv_2,
      "] out of bounds for array of shape ",
      "[",
      3i64,
      "]",
      ".") at (main.fut:3:60-88, main.fut:3:3-117)
    for i_3 < i64_of_i32(x) do
      var i_4: i32
      i_4 <- i32_of_i64(i_3)
      var mod: i32
      mod <- mod_i32(x, 3i32)
      var conv_3: i64
      conv_3 <- i64_of_i32(mod)
      replicate_mem[conv_3] <- i_4
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
    var add: i32
    add <- add_i32(sub, elem_3)
    map_mem[gid] <- add
  done
return ([n]i32 @map_mem)
