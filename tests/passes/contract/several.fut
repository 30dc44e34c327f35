-- Of several results of one reduction, some consume products. A product that the reduction also needs otherwise is still
-- computed, for that alone.
entry main [n] (xs: [n]f32) (ys: [n]f32) : (f32, f32, f32, i64) =
  reduce (\(a, b, c, i) (d, e, f, j) -> (a + d, f32.max b e, f + c, i + j)) (0, -f32.inf, 0, 0)
         (map2 (\x y -> let p = x * y in (p, p, x * 2, if x < y then 1 else 0)) xs ys)
-- ---
-- before contract (Imp)
entry main (xs_mem: [n]f32, ys_mem: [= n]f32) do
  var red: f32
  var red_2: f32
  var red_3: f32
  var red_4: i64
  reduce (red, red_2, red_3, red_4) <- gid < n from (0.0f32, -f32.inf, 0.0f32, 0i64) do
    var x: f32
    x <- xs_mem[gid]
    var x_2: f32
    x_2 <- ys_mem[gid]
    var mul: f32
    mul <- mul_f32(x, x_2)
    var mul_2: f32
    mul_2 <- mul_f32(x, 2.0f32)
    var lt: bool
    lt <- lt_f32(x, x_2)
    var branch: i64
    branch <- i64_of_bool(lt)
  give (mul, mul, mul_2, branch)
  op (x_3: f32, x_4: f32, x_5: f32, x_6: i64, x_7: f32, x_8: f32, x_9: f32, x_10: i64)
    var add: f32
    add <- add_f32(x_3, x_7)
    var max: f32
    max <- max_f32(x_4, x_8)
    var add_2: f32
    add_2 <- add_f32(x_9, x_5)
    var add_3: i64
    add_3 <- add_i64(x_6, x_10)
  give (add, max, add_2, add_3)
return (red, red_2, red_3, red_4)

-- after contract (Imp)
entry main (xs_mem: [n]f32, ys_mem: [= n]f32) do
  var red: f32
  var red_2: f32
  var red_3: f32
  var red_4: i64
  reduce (red, red_2, red_3, red_4) <- gid < n from (0.0f32, -f32.inf, 0.0f32, 0i64) do
    var x: f32
    x <- xs_mem[gid]
    var x_2: f32
    x_2 <- ys_mem[gid]
    var mul: f32
    mul <- mul_f32(x, x_2)
    var lt: bool
    lt <- lt_f32(x, x_2)
    var branch: i64
    branch <- i64_of_bool(lt)
  give (x, x_2, mul, x, 2.0f32, branch)
  op (x_3: f32, x_4: f32, x_5: f32, x_6: i64, x_7: f32, x_8: f32, x_9: f32, x_10: i64)
    var add: f32
    add <- add_f32(x_3, x_7)
    var max: f32
    max <- max_f32(x_4, x_8)
    var add_2: f32
    add_2 <- add_f32(x_9, x_5)
    var add_3: i64
    add_3 <- add_i64(x_6, x_10)
  give (add, max, add_2, add_3)
  step op (x_11: f32, x_12: f32, x_13: f32, x_14: i64, x_15: f32,
    x_16: f32,
    x_17: f32,
    x_18: f32,
    x_19: f32,
    x_20: i64)
    var add_4: f32
    add_4 <- fma_f32(x_15, x_16, x_11)
    var max_2: f32
    max_2 <- max_f32(x_12, x_17)
    var add_5: f32
    add_5 <- fma_f32(x_18, x_19, x_13)
    var add_6: i64
    add_6 <- add_i64(x_14, x_20)
  give (add_4, max_2, add_5, add_6)
return (red, red_2, red_3, red_4)
