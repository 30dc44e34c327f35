-- The example of the documentation.
-- show: main
def main (r: f32): #circle f32 | #square f32 = #circle r
entry other (r: f32) = match main r case #circle x -> x case #square x -> x
-- ---
-- before flatten-sums (FirstOrder)
entry main (r: f32): #circle f32 | #square f32 =
  #circle r

def main_2 (r_2: f32): #circle f32 | #square f32 =
  #circle r_2

-- after flatten-sums (FirstOrder)
entry main (r: f32): {#: u8, #circle.0: f32, #square.0: f32} =
  {# = 0u8, #circle.0 = r, #square.0 = 0.0f32}

def main_2 (r_2: f32): {#: u8, #circle.0: f32, #square.0: f32} =
  {# = 0u8, #circle.0 = r_2, #square.0 = 0.0f32}
