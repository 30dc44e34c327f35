-- Operators that move bits or choose one of their operands stay as they are, and so does all that has no `f16`.
entry main (x: f16) (y: f16) (z: f32) : (f16, f16, f16, f16, f16, u16, f32) =
  (f16.neg x, f16.abs x, f16.copysign x y, f16.min x y, f16.nextafter x y, f16.to_bits x, z * z)
-- ---
-- before expand-half (Lanes)
entry main (x: f16, y: f16, z: f32) do
  var neg: f16
  neg <- neg_f16(x)
  var abs: f16
  abs <- abs_f16(x)
  var copysign: f16
  copysign <- copysign_f16(x, y)
  var min: f16
  min <- min_f16(x, y)
  var nextafter: f16
  nextafter <- nextafter_f16(x, y)
  var tobits: u16
  tobits <- tobits_f16(x)
  var mul: f32
  mul <- mul_f32(z, z)
return (neg, abs, copysign, min, nextafter, tobits, mul)

-- after expand-half (Lanes)
the same
