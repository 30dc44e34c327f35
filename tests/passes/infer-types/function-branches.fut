-- With this option, the pass allows conditionals that return functions.
-- options: function_branches=on
entry main (b: bool) (x: i32) = (if b then (+ x) else (* x)) 2
-- ---
-- after infer-types (Typed)
entry main (b: bool) (x: i32): i32 =
  (if b then \(x_2: i32): i32 -> x_2 + x else \(x_3: i32): i32 -> x_3 * x) 2i32
