-- The example of the documentation.
-- show: two f
module m = { def two = 2 }   def f x = x + m.two
entry main = f 1
-- ---
-- after resolve (Resolved)
def two = 2

def f x = x + two
