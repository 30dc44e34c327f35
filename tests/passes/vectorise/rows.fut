-- Flat indices that are taken apart again, into rows and columns: a group has one row, and columns that are neighbours.
entry main (k: i64) : [k]f32 = map (\at -> f32.i64 (at / 100) + f32.i64 (at % 100)) (iota k)
-- ---
-- before vectorise (Imp)
entry main (k: i64) do
  var le: bool
  le <- le_i64(0i64, k)
  assert le ("Range 0..1..<", k, " is invalid.") at (main.fut:2:86-91, main.fut:2:86-91)
  var map_mem: mem f32
  map_mem <- alloc f32 k
  kernel (gid < k) do
    var x: i64
    x <- gid
    var div: i64
    div <- div_i64(x, 100i64)
    var conv: f32
    conv <- f32_of_i64(div)
    var mod: i64
    mod <- mod_i64(x, 100i64)
    var conv_2: f32
    conv_2 <- f32_of_i64(mod)
    var add: f32
    add <- add_f32(conv, conv_2)
    map_mem[gid] <- add
  done
return ([k]f32 @map_mem)

-- after vectorise (Lanes)
entry main (k: i64) do
  var le: bool
  le <- le_i64(0i64, k)
  assert le ("Range 0..1..<", k, " is invalid.") at (main.fut:2:86-91, main.fut:2:86-91)
  var map_mem: mem f32
  map_mem <- alloc f32 k
  lanes 16 (gid) do
    var x: i64
    x <- gid
    var div: i64
    var quotient: i64
    quotient <- quot_i64(x, 100i64)
    var rest: i64
    rest <- sub_i64(x, mul_i64(quotient, 100i64))
    leave if logor_bool(logor_bool(lt_i64(x, 0i64), le_i64(100i64, 0i64)), lt_i64(sub_i64(100i64, rest), 16i64))
    div <- quotient
    var conv: f32
    conv <- f32_of_i64(div)
    var mod: i64
    var quotient_2: i64
    quotient_2 <- quot_i64(x, 100i64)
    var rest_2: i64
    rest_2 <- sub_i64(x, mul_i64(quotient_2, 100i64))
    leave if logor_bool(logor_bool(lt_i64(x, 0i64), le_i64(100i64, 0i64)), lt_i64(sub_i64(100i64, rest_2), 16i64))
    mod <- rest_2
    var conv_2: vec f32
    conv_2 <- f32_of_i64(steps_i64(mod, 1i64))
    var add: vec f32
    add <- add_f32(splat_f32(conv), conv_2)
    map_mem[gid..] <- add
  of kernel (gid_2 < k) do
    var x_2: i64
    x_2 <- gid_2
    var div_2: i64
    div_2 <- div_i64(x_2, 100i64)
    var conv_3: f32
    conv_3 <- f32_of_i64(div_2)
    var mod_2: i64
    mod_2 <- mod_i64(x_2, 100i64)
    var conv_4: f32
    conv_4 <- f32_of_i64(mod_2)
    var add_2: f32
    add_2 <- add_f32(conv_3, conv_4)
    map_mem[gid_2] <- add_2
  done
return ([k]f32 @map_mem)
