-- The example of the documentation.
-- Documentation:
-- #circle r : #circle f32 | #square f32     becomes     {# = 0u8, #circle.0 = r, #square.0 = 0.0f32}
--
-- Written out:
-- #circle f32 | #square f32 = #circle r
-- becomes
-- {# = 0u8, #circle.0 = r, #square.0 = 0.0f32}
--
entry main (r: f32): #circle f32 | #square f32 = #circle r
-- ---
-- before flatten-sums (FirstOrder)
entry main (r: f32): #circle f32 | #square f32 =
  #circle r

-- after flatten-sums (FirstOrder)
entry main (r: f32): {#: u8, #circle.0: f32, #square.0: f32} =
  {# = 0u8, #circle.0 = r, #square.0 = 0.0f32}
