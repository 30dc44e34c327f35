-- The example of the documentation.
-- Documentation:
-- entry main = plus     becomes     entry main (x: i32) (y: i32) = plus x y
--
def plus (x: i32) (y: i32) = x + y
entry main = plus
-- ---
-- before eta-expand (Typed)
entry main: i32 -> i32 -> i32 =
  plus

-- after eta-expand (Typed)
entry main (x: i32) (x_2: i32): i32 =
  plus x x_2
