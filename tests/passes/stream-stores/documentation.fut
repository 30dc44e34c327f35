-- The example of the documentation.
-- Documentation:
-- lanes 16 (j) do v <- xs[j..]; ys[j..] <- v of kernel (i < n) do … done
-- becomes
-- lanes 16 (j) past the caches if 67108864 <= n * 4 do v <- xs[j..]; ys[j..] <- v of kernel (i < n) do … done
--
-- Written out:
-- lanes 16 (gid) do var elem: vec i32 … elem <- xs_mem[gid..]
-- becomes
-- lanes 16 (gid) past the caches if le_i64(67108864i64, mul_i64(n, 4i64)) do var elem: vec i32 … elem <- xs_mem[gid..]
--
entry main [n] (xs: [n]i32) : [n]i32 = map (+ 1) xs
-- ---
-- before stream-stores (Lanes)
entry main (xs_mem: [n]i32) do
  var map_mem: mem i32
  map_mem <- alloc i32 n
  lanes 16 (gid) do
    var x: vec i32
    x <- xs_mem[gid..]
    var add: vec i32
    add <- add_i32(x, splat_i32(1i32))
    map_mem[gid..] <- add
  of kernel (gid_2 < n) do
    var x_2: i32
    x_2 <- xs_mem[gid_2]
    var add_2: i32
    add_2 <- add_i32(x_2, 1i32)
    map_mem[gid_2] <- add_2
  done
return ([n]i32 @map_mem)

-- after stream-stores (Lanes)
entry main (xs_mem: [n]i32) do
  var map_mem: mem i32
  map_mem <- alloc i32 n
  lanes 16 (gid) past the caches if le_i64(67108864i64, mul_i64(n, 4i64)) do
    var x: vec i32
    x <- xs_mem[gid..]
    var add: vec i32
    add <- add_i32(x, splat_i32(1i32))
    map_mem[gid..] <- add
  of kernel (gid_2 < n) do
    var x_2: i32
    x_2 <- xs_mem[gid_2]
    var add_2: i32
    add_2 <- add_i32(x_2, 1i32)
    map_mem[gid_2] <- add_2
  done
return ([n]i32 @map_mem)
