-- The example of the documentation: a product of vectors.
-- Documentation:
-- reduce (s) <- i < n from (0.0f32) do var p: f32; p <- mul_f32(x, y) give (p)
-- op (a: f32, b: f32) give (add_f32(a, b))
-- becomes
-- reduce (s) <- i < n from (0.0f32) do give (x, y) op (a: f32, b: f32) give (add_f32(a, b))
-- step op (a: f32, x: f32, y: f32) give (fma_f32(x, y, a))
--
-- Written out:
-- reduce (red) <- gid < n from (0.0f32) do var x: f32 x <- xs_mem[gid] var x_2: f32 x_2 <- ys_mem[gid] var mul: f32 mul <- mul_f32(x, x_2)
-- give (mul) op (x_3: f32, x_4: f32) var add: f32 add <- add_f32(x_3, x_4) give (add)
-- becomes
-- reduce (red) <- gid < n from (0.0f32) do var x: f32 x <- xs_mem[gid] var x_2: f32 x_2 <- ys_mem[gid]
-- give (x, x_2) op (x_3: f32, x_4: f32) var add: f32 add <- add_f32(x_3, x_4) give (add)
-- step op (x_5: f32, x_6: f32, x_7: f32) var add_2: f32 add_2 <- fma_f32(x_6, x_7, x_5) give (add_2)
--
entry main [n] (xs: [n]f32) (ys: [n]f32) : f32 = reduce (+) 0 (map2 (*) xs ys)
-- ---
-- before contract (Imp)
entry main (xs_mem: [n]f32, ys_mem: [= n]f32) do
  var red: f32
  reduce (red) <- gid < n from (0.0f32) do
    var x: f32
    x <- xs_mem[gid]
    var x_2: f32
    x_2 <- ys_mem[gid]
    var mul: f32
    mul <- mul_f32(x, x_2)
  give (mul)
  op (x_3: f32, x_4: f32)
    var add: f32
    add <- add_f32(x_3, x_4)
  give (add)
return (red)

-- after contract (Imp)
entry main (xs_mem: [n]f32, ys_mem: [= n]f32) do
  var red: f32
  reduce (red) <- gid < n from (0.0f32) do
    var x: f32
    x <- xs_mem[gid]
    var x_2: f32
    x_2 <- ys_mem[gid]
  give (x, x_2)
  op (x_3: f32, x_4: f32)
    var add: f32
    add <- add_f32(x_3, x_4)
  give (add)
  step op (x_5: f32, x_6: f32, x_7: f32)
    var add_2: f32
    add_2 <- fma_f32(x_6, x_7, x_5)
  give (add_2)
return (red)
