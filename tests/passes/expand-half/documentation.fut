-- The example of the documentation.
-- Documentation:
-- z <- mul_f16(x, y); c <- lt_f16(z, x)
-- becomes
-- z <- f16_of_f32(mul_f32(f32_of_f16(x), f32_of_f16(y))); c <- lt_f32(f32_of_f16(z), f32_of_f16(x))
--
-- Written out:
-- mul <- mul_f16(x, y) … lt <- lt_f16(mul, x)
-- becomes
-- mul <- f16_of_f32(mul_f32(f32_of_f16(x), f32_of_f16(y))) … lt <- lt_f32(f32_of_f16(mul), f32_of_f16(x))
--
entry main (x: f16) (y: f16) : (f16, bool) = let z = x * y in (z, z < x)
-- ---
-- before expand-half (Lanes)
entry main (x: f16, y: f16) do
  var mul: f16
  mul <- mul_f16(x, y)
  var lt: bool
  lt <- lt_f16(mul, x)
return (mul, lt)

-- after expand-half (Lanes)
entry main (x: f16, y: f16) do
  var mul: f16
  mul <- f16_of_f32(mul_f32(f32_of_f16(x), f32_of_f16(y)))
  var lt: bool
  lt <- lt_f32(f32_of_f16(mul), f32_of_f16(x))
return (mul, lt)
