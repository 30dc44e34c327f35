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
  kernel (gid < n_2) do
    var x: i64
    x <- os_mem[gid]
    var x_2: i64
    x_2 <- ls_mem[gid]
    var replicate_mem: mem u8
    replicate_mem <- alloc u8 8i64
    lanes 16 (i) do
      replicate_mem[i..] <- splat_u8(0u8)
    of kernel (i_2 < 8i64) do
      replicate_mem[i_2] <- 0u8
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
