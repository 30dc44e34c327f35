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
  lanes 16 (gid) do
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
    map_mem[gid..] <- add
    map_mem_2[gid..] <- add_2
  of kernel (gid_2 < n) do
    var x_2: i32
    x_2 <- xs_mem[gid_2]
    var div_3: i32
    div_3 <- div_i32(x_2, 8i32)
    var mod_2: i32
    mod_2 <- mod_i32(x_2, 4i32)
    var add_3: i32
    add_3 <- add_i32(div_3, mod_2)
    var div_4: i32
    div_4 <- div_i32(x_2, 7i32)
    var quot_2: i32
    quot_2 <- quot_i32(x_2, 8i32)
    var add_4: i32
    add_4 <- add_i32(div_4, quot_2)
    map_mem[gid_2] <- add_3
    map_mem_2[gid_2] <- add_4
  done
  var map_mem_3: mem u64
  map_mem_3 <- alloc u64 n
  lanes 16 (gid_3) do
    var x_3: vec u64
    x_3 <- ys_mem[gid_3..]
    var mod_3: vec u64
    mod_3 <- mod_u64(x_3, splat_u64(32u64))
    map_mem_3[gid_3..] <- mod_3
  of kernel (gid_4 < n) do
    var x_4: u64
    x_4 <- ys_mem[gid_4]
    var mod_4: u64
    mod_4 <- mod_u64(x_4, 32u64)
    map_mem_3[gid_4] <- mod_4
  done
return ([n]i32 @map_mem, [n]u64 @map_mem_3, [n]i32 @map_mem_2)

-- after reduce-divisions (Lanes)
entry main (xs_mem: [n]i32, ys_mem: [= n]u64) do
  var map_mem: mem i32
  map_mem <- alloc i32 n
  var map_mem_2: mem i32
  map_mem_2 <- alloc i32 n
  lanes 16 (gid) do
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
    map_mem[gid..] <- add
    map_mem_2[gid..] <- add_2
  of kernel (gid_2 < n) do
    var x_2: i32
    x_2 <- xs_mem[gid_2]
    var div_3: i32
    div_3 <- shr_i32(x_2, 3i32)
    var mod_2: i32
    mod_2 <- and_i32(x_2, 3i32)
    var add_3: i32
    add_3 <- add_i32(div_3, mod_2)
    var div_4: i32
    var minus: i32
    minus <- shr_i32(x_2, 31i32)
    div_4 <- xor_i32(i32_of_u32(quot_u32(u32_of_i32(xor_i32(x_2, minus)), 7u32)), minus)
    var quot_2: i32
    quot_2 <- quot_i32(x_2, 8i32)
    var add_4: i32
    add_4 <- add_i32(div_4, quot_2)
    map_mem[gid_2] <- add_3
    map_mem_2[gid_2] <- add_4
  done
  var map_mem_3: mem u64
  map_mem_3 <- alloc u64 n
  lanes 16 (gid_3) do
    var x_3: vec u64
    x_3 <- ys_mem[gid_3..]
    var mod_3: vec u64
    mod_3 <- and_u64(x_3, splat_u64(31u64))
    map_mem_3[gid_3..] <- mod_3
  of kernel (gid_4 < n) do
    var x_4: u64
    x_4 <- ys_mem[gid_4]
    var mod_4: u64
    mod_4 <- and_u64(x_4, 31u64)
    map_mem_3[gid_4] <- mod_4
  done
return ([n]i32 @map_mem, [n]u64 @map_mem_3, [n]i32 @map_mem_2)
