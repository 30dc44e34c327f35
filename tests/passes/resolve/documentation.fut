-- The example of the documentation.
-- show: two f
-- Documentation:
-- module m = { def two = 2 }   def f x = x + m.two     becomes     def two_1 = 2   def f_2 x_3 = x_3 + two_1
--
module m = { def two = 2 }   def f x = x + m.two
entry main = f 1
-- ---
-- after resolve (Resolved)
def two = 2

def f x = x + two
