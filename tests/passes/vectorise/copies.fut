-- Lanes that copy different numbers of elements leave the loop of the copy one by one, and write bytes where they like.
entry main [n] (xs: [n]u8) (os: []i64) (ls: []i64) : []u8 =
  map2 (\o l -> let ys = replicate 8 0u8
                let ys = ys with [0:l] = xs[o:o + l]
                let ys = ys with [l] = 128u8
                in loop s = 0u8 for y in ys do s * 3 + y)
       os ls
-- ---
-- before vectorise (Imp)
entry main (xs_mem: [n]u8, os_mem: [n_2]i64, ls_mem: [= n_2]i64) do
  var map_mem: mem u8
  map_mem <- alloc u8 n_2
  kernel (gid < n_2) do
    var x: i64
    x <- os_mem[gid]
    var x_2: i64
    x_2 <- ls_mem[gid]
    var replicate_mem: mem u8
    replicate_mem <- alloc u8 8i64
    kernel (i < 8i64) do
      replicate_mem[i] <- 0u8
    done
    var add: i64
    add <- add_i64(x, x_2)
    var le: bool
    le <- le_i64(x, add)
    var eq: bool
    eq <- eq_i64(x, add)
    var le_2: bool
    le_2 <- le_i64(0i64, x)
    var le_3: bool
    le_3 <- le_i64(add, n)
    var logand: bool
    logand <- logand_bool(le_2, le_3)
    var logor: bool
    logor <- logor_bool(eq, logand)
    var logand_2: bool
    logand_2 <- logand_bool(le, logor)
    assert logand_2 ("Index [",
      x,
      ":",
      add,
      "] out of bounds for array of shape ",
      "[",
      n,
      "]",
      ".") at (main.fut:4:42-52, main.fut:3:3-7:12)
    var le_4: bool
    le_4 <- le_i64(0i64, x_2)
    var le_5: bool
    le_5 <- le_i64(x_2, 8i64)
    var logor_2: bool
    logor_2 <- logor_bool(eq, le_5)
    var logand_3: bool
    logand_3 <- logand_bool(le_4, logor_2)
    assert logand_3 ("Index [",
      0i64,
      ":",
      x_2,
      "] out of bounds for array of shape ",
      "[",
      8i64,
      "]",
      ".") at (main.fut:4:26-52, main.fut:3:3-7:12)
    copy [x_2] replicate_mem @ 0i64 + {1i64} <- xs_mem @ x + {1i64}
    var lt: bool
    lt <- lt_i64(x_2, 8i64)
    var logand_4: bool
    logand_4 <- logand_bool(le_4, lt)
    assert logand_4 ("Index [",
      x_2,
      "] out of bounds for array of shape ",
      "[",
      8i64,
      "]",
      ".") at (main.fut:5:26-44, main.fut:3:3-7:12)
    replicate_mem[x_2] <- 128u8
    var elem: u8
    elem <- replicate_mem[0i64]
    var elem_2: u8
    elem_2 <- replicate_mem[1i64]
    var mul: u8
    mul <- mul_u8(elem, 3u8)
    var add_2: u8
    add_2 <- add_u8(mul, elem_2)
    var elem_3: u8
    elem_3 <- replicate_mem[2i64]
    var mul_2: u8
    mul_2 <- mul_u8(add_2, 3u8)
    var add_3: u8
    add_3 <- add_u8(mul_2, elem_3)
    var elem_4: u8
    elem_4 <- replicate_mem[3i64]
    var mul_3: u8
    mul_3 <- mul_u8(add_3, 3u8)
    var add_4: u8
    add_4 <- add_u8(mul_3, elem_4)
    var elem_5: u8
    elem_5 <- replicate_mem[4i64]
    var mul_4: u8
    mul_4 <- mul_u8(add_4, 3u8)
    var add_5: u8
    add_5 <- add_u8(mul_4, elem_5)
    var elem_6: u8
    elem_6 <- replicate_mem[5i64]
    var mul_5: u8
    mul_5 <- mul_u8(add_5, 3u8)
    var add_6: u8
    add_6 <- add_u8(mul_5, elem_6)
    var elem_7: u8
    elem_7 <- replicate_mem[6i64]
    var mul_6: u8
    mul_6 <- mul_u8(add_6, 3u8)
    var add_7: u8
    add_7 <- add_u8(mul_6, elem_7)
    var elem_8: u8
    elem_8 <- replicate_mem[7i64]
    free replicate_mem
    var mul_7: u8
    mul_7 <- mul_u8(add_7, 3u8)
    var add_8: u8
    add_8 <- add_u8(mul_7, elem_8)
    map_mem[gid] <- add_8
  done
return ([n_2]u8 @map_mem)

-- after vectorise (Lanes)
entry main (xs_mem: [n]u8, os_mem: [n_2]i64, ls_mem: [= n_2]i64) do
  var map_mem: mem u8
  map_mem <- alloc u8 n_2
  lanes 16 (gid) do
    var x: vec i64
    x <- os_mem[gid..]
    var x_2: vec i64
    x_2 <- ls_mem[gid..]
    var replicate_mem: mem u8
    replicate_mem <- alloc u8 128i64
    for i < 8i64 do
      replicate_mem[mul_i64(i, 16i64)..] <- splat_u8(0u8)
    done
    var add: vec i64
    add <- add_i64(x, x_2)
    var le: vec bool
    le <- le_i64(x, add)
    var eq: vec bool
    eq <- eq_i64(x, add)
    var le_2: vec bool
    le_2 <- le_i64(splat_i64(0i64), x)
    var le_3: vec bool
    le_3 <- le_i64(add, splat_i64(n))
    var logand: vec bool
    logand <- logand_bool(le_2, le_3)
    var logor: vec bool
    logor <- logor_bool(eq, logand)
    var logand_2: vec bool
    logand_2 <- logand_bool(le, logor)
    leave if any(not_bool(logand_2))
    var le_4: vec bool
    le_4 <- le_i64(splat_i64(0i64), x_2)
    var le_5: vec bool
    le_5 <- le_i64(x_2, splat_i64(8i64))
    var logor_2: vec bool
    logor_2 <- logor_bool(eq, le_5)
    var logand_3: vec bool
    logand_3 <- logand_bool(le_4, logor_2)
    leave if any(not_bool(logand_3))
    var bound: vec i64
    bound <- x_2
    var i_2: i64
    i_2 <- 0i64
    var running: vec bool
    running <- lt_i64(splat_i64(i_2), bound)
    while any(running) do
      var element: vec u8
      var element_2: vec u8
      element_2 <- xs_mem[each add_i64(x, splat_i64(mul_i64(i_2, 1i64)))] where running
      element <- select(running, element_2, element)
      var old: vec u8
      old <- replicate_mem[mul_i64(add_i64(0i64, mul_i64(i_2, 1i64)), 16i64)..]
      replicate_mem[mul_i64(add_i64(0i64, mul_i64(i_2, 1i64)), 16i64)..] <- select(running, element, old)
      i_2 <- add_i64(i_2, 1i64)
      running <- logand_bool(running, lt_i64(splat_i64(i_2), bound))
    done
    var lt: vec bool
    lt <- lt_i64(x_2, splat_i64(8i64))
    var logand_4: vec bool
    logand_4 <- logand_bool(le_4, lt)
    leave if any(not_bool(logand_4))
    replicate_mem[each add_i64(mul_i64(x_2, splat_i64(16i64)), steps_i64(0i64, 1i64))] <- splat_u8(128u8)
    var elem: vec u8
    elem <- replicate_mem[0i64..]
    var elem_2: vec u8
    elem_2 <- replicate_mem[16i64..]
    var mul: vec u8
    mul <- mul_u8(elem, splat_u8(3u8))
    var add_2: vec u8
    add_2 <- add_u8(mul, elem_2)
    var elem_3: vec u8
    elem_3 <- replicate_mem[32i64..]
    var mul_2: vec u8
    mul_2 <- mul_u8(add_2, splat_u8(3u8))
    var add_3: vec u8
    add_3 <- add_u8(mul_2, elem_3)
    var elem_4: vec u8
    elem_4 <- replicate_mem[48i64..]
    var mul_3: vec u8
    mul_3 <- mul_u8(add_3, splat_u8(3u8))
    var add_4: vec u8
    add_4 <- add_u8(mul_3, elem_4)
    var elem_5: vec u8
    elem_5 <- replicate_mem[64i64..]
    var mul_4: vec u8
    mul_4 <- mul_u8(add_4, splat_u8(3u8))
    var add_5: vec u8
    add_5 <- add_u8(mul_4, elem_5)
    var elem_6: vec u8
    elem_6 <- replicate_mem[80i64..]
    var mul_5: vec u8
    mul_5 <- mul_u8(add_5, splat_u8(3u8))
    var add_6: vec u8
    add_6 <- add_u8(mul_5, elem_6)
    var elem_7: vec u8
    elem_7 <- replicate_mem[96i64..]
    var mul_6: vec u8
    mul_6 <- mul_u8(add_6, splat_u8(3u8))
    var add_7: vec u8
    add_7 <- add_u8(mul_6, elem_7)
    var elem_8: vec u8
    elem_8 <- replicate_mem[112i64..]
    free replicate_mem
    var mul_7: vec u8
    mul_7 <- mul_u8(add_7, splat_u8(3u8))
    var add_8: vec u8
    add_8 <- add_u8(mul_7, elem_8)
    map_mem[gid..] <- add_8
  of kernel (gid_2 < n_2) do
    var x_3: i64
    x_3 <- os_mem[gid_2]
    var x_4: i64
    x_4 <- ls_mem[gid_2]
    var replicate_mem_2: mem u8
    replicate_mem_2 <- alloc u8 8i64
    kernel (i_3 < 8i64) do
      replicate_mem_2[i_3] <- 0u8
    done
    var add_9: i64
    add_9 <- add_i64(x_3, x_4)
    var le_6: bool
    le_6 <- le_i64(x_3, add_9)
    var eq_2: bool
    eq_2 <- eq_i64(x_3, add_9)
    var le_7: bool
    le_7 <- le_i64(0i64, x_3)
    var le_8: bool
    le_8 <- le_i64(add_9, n)
    var logand_5: bool
    logand_5 <- logand_bool(le_7, le_8)
    var logor_3: bool
    logor_3 <- logor_bool(eq_2, logand_5)
    var logand_6: bool
    logand_6 <- logand_bool(le_6, logor_3)
    assert logand_6 ("Index [",
      x_3,
      ":",
      add_9,
      "] out of bounds for array of shape ",
      "[",
      n,
      "]",
      ".") at (main.fut:4:42-52, main.fut:3:3-7:12)
    var le_9: bool
    le_9 <- le_i64(0i64, x_4)
    var le_10: bool
    le_10 <- le_i64(x_4, 8i64)
    var logor_4: bool
    logor_4 <- logor_bool(eq_2, le_10)
    var logand_7: bool
    logand_7 <- logand_bool(le_9, logor_4)
    assert logand_7 ("Index [",
      0i64,
      ":",
      x_4,
      "] out of bounds for array of shape ",
      "[",
      8i64,
      "]",
      ".") at (main.fut:4:26-52, main.fut:3:3-7:12)
    copy [x_4] replicate_mem_2 @ 0i64 + {1i64} <- xs_mem @ x_3 + {1i64}
    var lt_2: bool
    lt_2 <- lt_i64(x_4, 8i64)
    var logand_8: bool
    logand_8 <- logand_bool(le_9, lt_2)
    assert logand_8 ("Index [",
      x_4,
      "] out of bounds for array of shape ",
      "[",
      8i64,
      "]",
      ".") at (main.fut:5:26-44, main.fut:3:3-7:12)
    replicate_mem_2[x_4] <- 128u8
    var elem_9: u8
    elem_9 <- replicate_mem_2[0i64]
    var elem_10: u8
    elem_10 <- replicate_mem_2[1i64]
    var mul_8: u8
    mul_8 <- mul_u8(elem_9, 3u8)
    var add_10: u8
    add_10 <- add_u8(mul_8, elem_10)
    var elem_11: u8
    elem_11 <- replicate_mem_2[2i64]
    var mul_9: u8
    mul_9 <- mul_u8(add_10, 3u8)
    var add_11: u8
    add_11 <- add_u8(mul_9, elem_11)
    var elem_12: u8
    elem_12 <- replicate_mem_2[3i64]
    var mul_10: u8
    mul_10 <- mul_u8(add_11, 3u8)
    var add_12: u8
    add_12 <- add_u8(mul_10, elem_12)
    var elem_13: u8
    elem_13 <- replicate_mem_2[4i64]
    var mul_11: u8
    mul_11 <- mul_u8(add_12, 3u8)
    var add_13: u8
    add_13 <- add_u8(mul_11, elem_13)
    var elem_14: u8
    elem_14 <- replicate_mem_2[5i64]
    var mul_12: u8
    mul_12 <- mul_u8(add_13, 3u8)
    var add_14: u8
    add_14 <- add_u8(mul_12, elem_14)
    var elem_15: u8
    elem_15 <- replicate_mem_2[6i64]
    var mul_13: u8
    mul_13 <- mul_u8(add_14, 3u8)
    var add_15: u8
    add_15 <- add_u8(mul_13, elem_15)
    var elem_16: u8
    elem_16 <- replicate_mem_2[7i64]
    free replicate_mem_2
    var mul_14: u8
    mul_14 <- mul_u8(add_15, 3u8)
    var add_16: u8
    add_16 <- add_u8(mul_14, elem_16)
    map_mem[gid_2] <- add_16
  done
return ([n_2]u8 @map_mem)
