-- Operators of one, two and three operands; the second operand of `ldexp` is an integer. Conversions from and to other
-- types go by way of `f32`.
entry main (x: f16) (y: f16) (i: i64) (d: f64) : (f16, f16, f16, bool, i8, f64, f16, f16) =
  (f16.sqrt x, f16.ldexp x 3, f16.fma x y x, f16.isnan y, i8.f16 x, f64.f16 y, f16.i64 i, f16.f64 d)
-- ---
-- before expand-half (Lanes)
entry main (x: f16, y: f16, i: i64, d: f64) do
  var sqrt: f16
  sqrt <- sqrt_f16(x)
  var ldexp: f16
  ldexp <- ldexp_f16(x, 3i32)
  var fma: f16
  fma <- fma_f16(x, y, x)
  var isnan: bool
  isnan <- isnan_f16(y)
  var conv: i8
  conv <- i8_of_f16(x)
  var conv_2: f64
  conv_2 <- f64_of_f16(y)
  var conv_3: f16
  conv_3 <- f16_of_i64(i)
  var conv_4: f16
  conv_4 <- f16_of_f64(d)
return (sqrt, ldexp, fma, isnan, conv, conv_2, conv_3, conv_4)

-- after expand-half (Lanes)
entry main (x: f16, y: f16, i: i64, d: f64) do
  var sqrt: f16
  sqrt <- f16_of_f32(sqrt_f32(f32_of_f16(x)))
  var ldexp: f16
  ldexp <- f16_of_f32(ldexp_f32(f32_of_f16(x), 3i32))
  var fma: f16
  fma <- f16_of_f32(fma_f32(f32_of_f16(x), f32_of_f16(y), f32_of_f16(x)))
  var isnan: bool
  isnan <- isnan_f32(f32_of_f16(y))
  var conv: i8
  conv <- i8_of_f32(f32_of_f16(x))
  var conv_2: f64
  conv_2 <- f64_of_f32(f32_of_f16(y))
  var conv_3: f16
  conv_3 <- f16_of_f32(f32_of_i64(i))
  var conv_4: f16
  conv_4 <- f16_of_f32(f32_of_f64(d))
return (sqrt, ldexp, fma, isnan, conv, conv_2, conv_3, conv_4)
