-- Vectors, and scalars between them, are divided by powers of two with shifts, and by other numbers as they are.
entry main [n] (xs: [n]i32) (ys: [n]u64) : ([n]i32, [n]u64, [n]i32, [n]i32) =
  (map (\x -> x / 8 + x % 4) xs,
   map (% 32) ys,
   map (\x -> x / 7 + i32.(x // 8)) xs,
   map (\x -> loop x for i < 50 do x * 3 + i % 16) xs)
-- ---
-- before reduce-divisions (Lanes)
entry main (xs_mem: [n]i32, ys_mem: [= n]u64) do
  var map_mem: mem i32
  map_mem <- alloc i32 n
  var map_mem_2: mem i32
  map_mem_2 <- alloc i32 n
  var map_mem_3: mem i32
  map_mem_3 <- alloc i32 n
  lanes 32 (gid) do
    var x: vec i32
    x <- xs_mem[gid..]
    var div: vec i32
    div <- div_i32(x, splat_i32(8i32))
    var mod: vec i32
    mod <- mod_i32(x, splat_i32(4i32))
    var add: vec i32
    add <- add_i32(div, mod)
    var div_2: vec i32
    div_2 <- div_i32(x, splat_i32(7i32))
    var quot: vec i32
    quot <- quot_i32(x, splat_i32(8i32))
    var add_2: vec i32
    add_2 <- add_i32(div_2, quot)
    var acc: vec i32
    acc <- x
    for i < i64_of_i32(50i32) do
      var i_2: i32
      i_2 <- i32_of_i64(i)
      var mul: vec i32
      mul <- mul_i32(acc, splat_i32(3i32))
      var mod_2: i32
      mod_2 <- mod_i32(i_2, 16i32)
      var add_3: vec i32
      add_3 <- add_i32(mul, splat_i32(mod_2))
      acc <- add_3
    done
    var acc_2: vec i32
    acc_2 <- acc
    map_mem[gid..] <- add
    map_mem_2[gid..] <- add_2
    map_mem_3[gid..] <- acc_2
  of lanes 16 (gid_2) do
    var x_2: vec i32
    x_2 <- xs_mem[gid_2..]
    var div_3: vec i32
    div_3 <- div_i32(x_2, splat_i32(8i32))
    var mod_3: vec i32
    mod_3 <- mod_i32(x_2, splat_i32(4i32))
    var add_4: vec i32
    add_4 <- add_i32(div_3, mod_3)
    var div_4: vec i32
    div_4 <- div_i32(x_2, splat_i32(7i32))
    var quot_2: vec i32
    quot_2 <- quot_i32(x_2, splat_i32(8i32))
    var add_5: vec i32
    add_5 <- add_i32(div_4, quot_2)
    var acc_3: vec i32
    acc_3 <- x_2
    for i_3 < i64_of_i32(50i32) do
      var i_4: i32
      i_4 <- i32_of_i64(i_3)
      var mul_2: vec i32
      mul_2 <- mul_i32(acc_3, splat_i32(3i32))
      var mod_4: i32
      mod_4 <- mod_i32(i_4, 16i32)
      var add_6: vec i32
      add_6 <- add_i32(mul_2, splat_i32(mod_4))
      acc_3 <- add_6
    done
    var acc_4: vec i32
    acc_4 <- acc_3
    map_mem[gid_2..] <- add_4
    map_mem_2[gid_2..] <- add_5
    map_mem_3[gid_2..] <- acc_4
  of kernel (gid_3 < n) do
    var x_3: i32
    x_3 <- xs_mem[gid_3]
    var div_5: i32
    div_5 <- div_i32(x_3, 8i32)
    var mod_5: i32
    mod_5 <- mod_i32(x_3, 4i32)
    var add_7: i32
    add_7 <- add_i32(div_5, mod_5)
    var div_6: i32
    div_6 <- div_i32(x_3, 7i32)
    var quot_3: i32
    quot_3 <- quot_i32(x_3, 8i32)
    var add_8: i32
    add_8 <- add_i32(div_6, quot_3)
    var acc_5: i32
    acc_5 <- x_3
    for i_5 < i64_of_i32(50i32) do
      var i_6: i32
      i_6 <- i32_of_i64(i_5)
      var mul_3: i32
      mul_3 <- mul_i32(acc_5, 3i32)
      var mod_6: i32
      mod_6 <- mod_i32(i_6, 16i32)
      var add_9: i32
      add_9 <- add_i32(mul_3, mod_6)
      acc_5 <- add_9
    done
    var acc_6: i32
    acc_6 <- acc_5
    map_mem[gid_3] <- add_7
    map_mem_2[gid_3] <- add_8
    map_mem_3[gid_3] <- acc_6
  done
  var map_mem_4: mem u64
  map_mem_4 <- alloc u64 n
  lanes 16 (gid_4) do
    var x_4: vec u64
    x_4 <- ys_mem[gid_4..]
    var mod_7: vec u64
    mod_7 <- mod_u64(x_4, splat_u64(32u64))
    map_mem_4[gid_4..] <- mod_7
  of kernel (gid_5 < n) do
    var x_5: u64
    x_5 <- ys_mem[gid_5]
    var mod_8: u64
    mod_8 <- mod_u64(x_5, 32u64)
    map_mem_4[gid_5] <- mod_8
  done
return ([n]i32 @map_mem, [n]u64 @map_mem_4, [n]i32 @map_mem_2, [n]i32 @map_mem_3)

-- after reduce-divisions (Lanes)
entry main (xs_mem: [n]i32, ys_mem: [= n]u64) do
  var map_mem: mem i32
  map_mem <- alloc i32 n
  var map_mem_2: mem i32
  map_mem_2 <- alloc i32 n
  var map_mem_3: mem i32
  map_mem_3 <- alloc i32 n
  lanes 32 (gid) do
    var x: vec i32
    x <- xs_mem[gid..]
    var div: vec i32
    div <- shr_i32(x, splat_i32(3i32))
    var mod: vec i32
    mod <- and_i32(x, splat_i32(3i32))
    var add: vec i32
    add <- add_i32(div, mod)
    var div_2: vec i32
    div_2 <- div_i32(x, splat_i32(7i32))
    var quot: vec i32
    quot <- quot_i32(x, splat_i32(8i32))
    var add_2: vec i32
    add_2 <- add_i32(div_2, quot)
    var acc: vec i32
    acc <- x
    for i < i64_of_i32(50i32) do
      var i_2: i32
      i_2 <- i32_of_i64(i)
      var mul: vec i32
      mul <- mul_i32(acc, splat_i32(3i32))
      var mod_2: i32
      mod_2 <- and_i32(i_2, 15i32)
      var add_3: vec i32
      add_3 <- add_i32(mul, splat_i32(mod_2))
      acc <- add_3
    done
    var acc_2: vec i32
    acc_2 <- acc
    map_mem[gid..] <- add
    map_mem_2[gid..] <- add_2
    map_mem_3[gid..] <- acc_2
  of lanes 16 (gid_2) do
    var x_2: vec i32
    x_2 <- xs_mem[gid_2..]
    var div_3: vec i32
    div_3 <- shr_i32(x_2, splat_i32(3i32))
    var mod_3: vec i32
    mod_3 <- and_i32(x_2, splat_i32(3i32))
    var add_4: vec i32
    add_4 <- add_i32(div_3, mod_3)
    var div_4: vec i32
    div_4 <- div_i32(x_2, splat_i32(7i32))
    var quot_2: vec i32
    quot_2 <- quot_i32(x_2, splat_i32(8i32))
    var add_5: vec i32
    add_5 <- add_i32(div_4, quot_2)
    var acc_3: vec i32
    acc_3 <- x_2
    for i_3 < i64_of_i32(50i32) do
      var i_4: i32
      i_4 <- i32_of_i64(i_3)
      var mul_2: vec i32
      mul_2 <- mul_i32(acc_3, splat_i32(3i32))
      var mod_4: i32
      mod_4 <- and_i32(i_4, 15i32)
      var add_6: vec i32
      add_6 <- add_i32(mul_2, splat_i32(mod_4))
      acc_3 <- add_6
    done
    var acc_4: vec i32
    acc_4 <- acc_3
    map_mem[gid_2..] <- add_4
    map_mem_2[gid_2..] <- add_5
    map_mem_3[gid_2..] <- acc_4
  of kernel (gid_3 < n) do
    var x_3: i32
    x_3 <- xs_mem[gid_3]
    var div_5: i32
    div_5 <- shr_i32(x_3, 3i32)
    var mod_5: i32
    mod_5 <- and_i32(x_3, 3i32)
    var add_7: i32
    add_7 <- add_i32(div_5, mod_5)
    var div_6: i32
    var minus: i32
    minus <- shr_i32(x_3, 31i32)
    div_6 <- xor_i32(i32_of_u32(quot_u32(u32_of_i32(xor_i32(x_3, minus)), 7u32)), minus)
    var quot_3: i32
    quot_3 <- quot_i32(x_3, 8i32)
    var add_8: i32
    add_8 <- add_i32(div_6, quot_3)
    var acc_5: i32
    acc_5 <- x_3
    for i_5 < i64_of_i32(50i32) do
      var i_6: i32
      i_6 <- i32_of_i64(i_5)
      var mul_3: i32
      mul_3 <- mul_i32(acc_5, 3i32)
      var mod_6: i32
      mod_6 <- and_i32(i_6, 15i32)
      var add_9: i32
      add_9 <- add_i32(mul_3, mod_6)
      acc_5 <- add_9
    done
    var acc_6: i32
    acc_6 <- acc_5
    map_mem[gid_3] <- add_7
    map_mem_2[gid_3] <- add_8
    map_mem_3[gid_3] <- acc_6
  done
  var map_mem_4: mem u64
  map_mem_4 <- alloc u64 n
  lanes 16 (gid_4) do
    var x_4: vec u64
    x_4 <- ys_mem[gid_4..]
    var mod_7: vec u64
    mod_7 <- and_u64(x_4, splat_u64(31u64))
    map_mem_4[gid_4..] <- mod_7
  of kernel (gid_5 < n) do
    var x_5: u64
    x_5 <- ys_mem[gid_5]
    var mod_8: u64
    mod_8 <- and_u64(x_5, 31u64)
    map_mem_4[gid_5] <- mod_8
  done
return ([n]i32 @map_mem, [n]u64 @map_mem_4, [n]i32 @map_mem_2, [n]i32 @map_mem_3)
