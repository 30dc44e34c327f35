-- Two arrays of two dimensions, from so many bytes on.
-- options: least_bytes=1000
entry main (n: i64) (m: i64) : ([n][m]i8, [n][m]f64) =
  (tabulate_2d n m (\i j -> i8.i64 (i + j)), tabulate_2d n m (\i j -> f64.i64 (i * j)))
-- ---
-- before stream-stores (Lanes)
entry main (n: i64, m: i64) do
  var le: bool
  le <- le_i64(0i64, n)
  assert le ("Range 0..1..<", n, " is invalid.") at (main.fut:4:4-43, /prelude/array.fut:121:35-40)
  var t: bool
  t <- le_i64(0i64, m)
  var t_2: bool
  t_2 <- le_i64(n, 0i64)
  var t_3: bool
  t_3 <- logor_bool(t_2, t)
  assert t_3 ("Range 0..1..<", m, " is invalid.") at (main.fut:4:4-43, /prelude/array.fut:121:25-30)
  var map_mem: mem i8
  map_mem <- alloc i8 mul_i64(m, n)
  lanes 16 (gid, gid_2) do
    var x: i64
    x <- gid
    var x_2: i64
    x_2 <- gid_2
    var add: i64
    add <- add_i64(x, x_2)
    var conv: vec i8
    conv <- i8_of_i64(steps_i64(add, 1i64))
    map_mem[add_i64(mul_i64(gid, m), gid_2)..] <- conv
  of kernel (gid_3 < n, gid_4 < m) do
    var x_3: i64
    x_3 <- gid_3
    var x_4: i64
    x_4 <- gid_4
    var add_2: i64
    add_2 <- add_i64(x_3, x_4)
    var conv_2: i8
    conv_2 <- i8_of_i64(add_2)
    map_mem[add_i64(mul_i64(gid_3, m), gid_4)] <- conv_2
  done
  var map_mem_2: mem f64
  map_mem_2 <- alloc f64 mul_i64(m, n)
  lanes 16 (gid_5, gid_6) do
    var x_5: i64
    x_5 <- gid_5
    var x_6: i64
    x_6 <- gid_6
    var mul: i64
    var step: i64
    step <- x_5
    mul <- mul_i64(x_5, x_6)
    var conv_3: vec f64
    conv_3 <- f64_of_i64(steps_i64(mul, step))
    map_mem_2[add_i64(mul_i64(gid_5, m), gid_6)..] <- conv_3
  of kernel (gid_7 < n, gid_8 < m) do
    var x_7: i64
    x_7 <- gid_7
    var x_8: i64
    x_8 <- gid_8
    var mul_2: i64
    mul_2 <- mul_i64(x_7, x_8)
    var conv_4: f64
    conv_4 <- f64_of_i64(mul_2)
    map_mem_2[add_i64(mul_i64(gid_7, m), gid_8)] <- conv_4
  done
return ([n][m]i8 @map_mem, [n][m]f64 @map_mem_2)

-- after stream-stores (Lanes)
entry main (n: i64, m: i64) do
  var le: bool
  le <- le_i64(0i64, n)
  assert le ("Range 0..1..<", n, " is invalid.") at (main.fut:4:4-43, /prelude/array.fut:121:35-40)
  var t: bool
  t <- le_i64(0i64, m)
  var t_2: bool
  t_2 <- le_i64(n, 0i64)
  var t_3: bool
  t_3 <- logor_bool(t_2, t)
  assert t_3 ("Range 0..1..<", m, " is invalid.") at (main.fut:4:4-43, /prelude/array.fut:121:25-30)
  var map_mem: mem i8
  map_mem <- alloc i8 mul_i64(m, n)
  lanes 16 (gid, gid_2) past the caches if le_i64(1000i64, mul_i64(m, mul_i64(n, 1i64))) do
    var x: i64
    x <- gid
    var x_2: i64
    x_2 <- gid_2
    var add: i64
    add <- add_i64(x, x_2)
    var conv: vec i8
    conv <- i8_of_i64(steps_i64(add, 1i64))
    map_mem[add_i64(mul_i64(gid, m), gid_2)..] <- conv
  of kernel (gid_3 < n, gid_4 < m) do
    var x_3: i64
    x_3 <- gid_3
    var x_4: i64
    x_4 <- gid_4
    var add_2: i64
    add_2 <- add_i64(x_3, x_4)
    var conv_2: i8
    conv_2 <- i8_of_i64(add_2)
    map_mem[add_i64(mul_i64(gid_3, m), gid_4)] <- conv_2
  done
  var map_mem_2: mem f64
  map_mem_2 <- alloc f64 mul_i64(m, n)
  lanes 16 (gid_5, gid_6) past the caches if le_i64(1000i64, mul_i64(m, mul_i64(n, 8i64))) do
    var x_5: i64
    x_5 <- gid_5
    var x_6: i64
    x_6 <- gid_6
    var mul: i64
    var step: i64
    step <- x_5
    mul <- mul_i64(x_5, x_6)
    var conv_3: vec f64
    conv_3 <- f64_of_i64(steps_i64(mul, step))
    map_mem_2[add_i64(mul_i64(gid_5, m), gid_6)..] <- conv_3
  of kernel (gid_7 < n, gid_8 < m) do
    var x_7: i64
    x_7 <- gid_7
    var x_8: i64
    x_8 <- gid_8
    var mul_2: i64
    mul_2 <- mul_i64(x_7, x_8)
    var conv_4: f64
    conv_4 <- f64_of_i64(mul_2)
    map_mem_2[add_i64(mul_i64(gid_7, m), gid_8)] <- conv_4
  done
return ([n][m]i8 @map_mem, [n][m]f64 @map_mem_2)
