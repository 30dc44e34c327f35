-- A group asks for the places that the next one writes, too.
entry main [n] (xss: [n][40]f32) : [n][40]f32 = map (\xs -> scan (\a b -> a * 0.5 + b) 0 xs) xss
-- ---
-- before prefetch-runs (Lanes)
entry main (xss_mem: [n][40]f32) do
  var map_mem: mem f32
  map_mem <- alloc f32 mul_i64(40i64, n)
  lanes 32 (gid) do
    var acc: vec f32
    acc <- splat_f32(0.0f32)
    for i < 40i64 do
      var x: vec f32
      x <- xss_mem[each steps_i64(add_i64(mul_i64(40i64, gid), i), 40i64)]
      var mul: vec f32
      mul <- mul_f32(acc, splat_f32(0.5f32))
      var add: vec f32
      add <- add_f32(mul, x)
      map_mem[each steps_i64(add_i64(mul_i64(40i64, gid), i), 40i64)] <- add
      acc <- add
    done
  of lanes 16 (gid_2) do
    var acc_2: vec f32
    acc_2 <- splat_f32(0.0f32)
    for i_2 < 40i64 do
      var x_2: vec f32
      x_2 <- xss_mem[each steps_i64(add_i64(mul_i64(40i64, gid_2), i_2), 40i64)]
      var mul_2: vec f32
      mul_2 <- mul_f32(acc_2, splat_f32(0.5f32))
      var add_2: vec f32
      add_2 <- add_f32(mul_2, x_2)
      map_mem[each steps_i64(add_i64(mul_i64(40i64, gid_2), i_2), 40i64)] <- add_2
      acc_2 <- add_2
    done
  of kernel (gid_3 < n) do
    var acc_3: f32
    acc_3 <- 0.0f32
    for i_3 < 40i64 do
      var x_3: f32
      x_3 <- xss_mem[add_i64(mul_i64(40i64, gid_3), i_3)]
      var mul_3: f32
      mul_3 <- mul_f32(acc_3, 0.5f32)
      var add_3: f32
      add_3 <- add_f32(mul_3, x_3)
      map_mem[add_i64(mul_i64(40i64, gid_3), i_3)] <- add_3
      acc_3 <- add_3
    done
  done
return ([n][40i64]f32 @map_mem)

-- after prefetch-runs (Lanes)
entry main (xss_mem: [n][40]f32) do
  var map_mem: mem f32
  map_mem <- alloc f32 mul_i64(40i64, n)
  lanes 32 (gid) do
    var acc: vec f32
    acc <- splat_f32(0.0f32)
    for i < 40i64 do
      var x: vec f32
      prefetch xss_mem[add_i64(add_i64(mul_i64(40i64, gid), i), add_i64(mul_i64(i, 31i64), 1280i64))]
      prefetch xss_mem[add_i64(add_i64(mul_i64(40i64, gid), i), add_i64(mul_i64(i, 31i64), 1296i64))]
      x <- xss_mem[each steps_i64(add_i64(mul_i64(40i64, gid), i), 40i64)]
      var mul: vec f32
      mul <- mul_f32(acc, splat_f32(0.5f32))
      var add: vec f32
      add <- add_f32(mul, x)
      prefetch map_mem[add_i64(add_i64(mul_i64(40i64, gid), i), add_i64(mul_i64(i, 31i64), 1280i64))]
      prefetch map_mem[add_i64(add_i64(mul_i64(40i64, gid), i), add_i64(mul_i64(i, 31i64), 1296i64))]
      map_mem[each steps_i64(add_i64(mul_i64(40i64, gid), i), 40i64)] <- add
      acc <- add
    done
  of lanes 16 (gid_2) do
    var acc_2: vec f32
    acc_2 <- splat_f32(0.0f32)
    for i_2 < 40i64 do
      var x_2: vec f32
      prefetch xss_mem[add_i64(add_i64(mul_i64(40i64, gid_2), i_2), add_i64(mul_i64(i_2, 15i64), 640i64))]
      x_2 <- xss_mem[each steps_i64(add_i64(mul_i64(40i64, gid_2), i_2), 40i64)]
      var mul_2: vec f32
      mul_2 <- mul_f32(acc_2, splat_f32(0.5f32))
      var add_2: vec f32
      add_2 <- add_f32(mul_2, x_2)
      prefetch map_mem[add_i64(add_i64(mul_i64(40i64, gid_2), i_2), add_i64(mul_i64(i_2, 15i64), 640i64))]
      map_mem[each steps_i64(add_i64(mul_i64(40i64, gid_2), i_2), 40i64)] <- add_2
      acc_2 <- add_2
    done
  of kernel (gid_3 < n) do
    var acc_3: f32
    acc_3 <- 0.0f32
    for i_3 < 40i64 do
      var x_3: f32
      x_3 <- xss_mem[add_i64(mul_i64(40i64, gid_3), i_3)]
      var mul_3: f32
      mul_3 <- mul_f32(acc_3, 0.5f32)
      var add_3: f32
      add_3 <- add_f32(mul_3, x_3)
      map_mem[add_i64(mul_i64(40i64, gid_3), i_3)] <- add_3
      acc_3 <- add_3
    done
  done
return ([n][40i64]f32 @map_mem)
