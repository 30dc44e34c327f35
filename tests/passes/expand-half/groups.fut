-- In the code of groups the conversions are those of vectors.
entry main [n] (xs: [n]f16) (ys: [n]f16) : [n]f16 = map2 (\x y -> x * y + x) xs ys
-- ---
-- before expand-half (Lanes)
entry main (xs_mem: [n]f16, ys_mem: [= n]f16) do
  var map_mem: mem f16
  map_mem <- alloc f16 n
  lanes 16 (gid) do
    var x: vec f16
    x <- xs_mem[gid..]
    var x_2: vec f16
    x_2 <- ys_mem[gid..]
    var mul: vec f16
    mul <- mul_f16(x, x_2)
    var add: vec f16
    add <- add_f16(mul, x)
    map_mem[gid..] <- add
  of kernel (gid_2 < n) do
    var x_3: f16
    x_3 <- xs_mem[gid_2]
    var x_4: f16
    x_4 <- ys_mem[gid_2]
    var mul_2: f16
    mul_2 <- mul_f16(x_3, x_4)
    var add_2: f16
    add_2 <- add_f16(mul_2, x_3)
    map_mem[gid_2] <- add_2
  done
return ([n]f16 @map_mem)

-- after expand-half (Lanes)
entry main (xs_mem: [n]f16, ys_mem: [= n]f16) do
  var map_mem: mem f16
  map_mem <- alloc f16 n
  lanes 16 (gid) do
    var x: vec f16
    x <- xs_mem[gid..]
    var x_2: vec f16
    x_2 <- ys_mem[gid..]
    var mul: vec f16
    mul <- f16_of_f32(mul_f32(f32_of_f16(x), f32_of_f16(x_2)))
    var add: vec f16
    add <- f16_of_f32(add_f32(f32_of_f16(mul), f32_of_f16(x)))
    map_mem[gid..] <- add
  of kernel (gid_2 < n) do
    var x_3: f16
    x_3 <- xs_mem[gid_2]
    var x_4: f16
    x_4 <- ys_mem[gid_2]
    var mul_2: f16
    mul_2 <- f16_of_f32(mul_f32(f32_of_f16(x_3), f32_of_f16(x_4)))
    var add_2: f16
    add_2 <- f16_of_f32(add_f32(f32_of_f16(mul_2), f32_of_f16(x_3)))
    map_mem[gid_2] <- add_2
  done
return ([n]f16 @map_mem)
