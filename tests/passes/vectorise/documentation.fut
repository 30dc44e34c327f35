-- The example of the documentation.
-- Documentation:
-- kernel (i < n) do var x: f32; x <- xs[i]; ys[i] <- mul_f32(x, x) done
-- becomes
-- lanes 16 (j) do var v: vec f32; v <- xs[j..]; ys[j..] <- mul_f32(v, v)
-- of kernel (i < n) do var x: f32; x <- xs[i]; ys[i] <- mul_f32(x, x) done
--
-- Written out:
-- kernel (gid < n) do var x: f32 x <- xs_mem[gid] var mul: f32 mul <- mul_f32(x, x) map_mem[gid] <- mul done
-- becomes
-- lanes 16 (gid) do var x: vec f32 x <- xs_mem[gid..] var mul: vec f32 mul <- mul_f32(x, x) map_mem[gid..] <- mul
-- of kernel (gid_2 < n) do var x_2: f32 x_2 <- xs_mem[gid_2] var mul_2: f32 mul_2 <- mul_f32(x_2, x_2) map_mem[gid_2] <- mul_2 done
--
entry main [n] (xs: [n]f32) : [n]f32 = map (\x -> x * x) xs
-- ---
-- before vectorise (Imp)
entry main (xs_mem: [n]f32) do
  var map_mem: mem f32
  map_mem <- alloc f32 n
  kernel (gid < n) do
    var x: f32
    x <- xs_mem[gid]
    var mul: f32
    mul <- mul_f32(x, x)
    map_mem[gid] <- mul
  done
return ([n]f32 @map_mem)

-- after vectorise (Lanes)
entry main (xs_mem: [n]f32) do
  var map_mem: mem f32
  map_mem <- alloc f32 n
  lanes 16 (gid) do
    var x: vec f32
    x <- xs_mem[gid..]
    var mul: vec f32
    mul <- mul_f32(x, x)
    map_mem[gid..] <- mul
  of kernel (gid_2 < n) do
    var x_2: f32
    x_2 <- xs_mem[gid_2]
    var mul_2: f32
    mul_2 <- mul_f32(x_2, x_2)
    map_mem[gid_2] <- mul_2
  done
return ([n]f32 @map_mem)
