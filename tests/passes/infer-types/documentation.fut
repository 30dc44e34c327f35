-- The example of the documentation.
-- show: f
-- Documentation:
-- def f xs = map (\x -> x + 1) xs
-- becomes
-- def f [n] (xs: [n]i32): [n]i32 = map{i32, [n], i32} (\(x: i32) -> x + 1) xs
--
def f xs = map (\x -> x + 1) xs
entry main (xs: []i32) = f xs
-- ---
-- after infer-types (Typed)
main.fut:8:27-27: warning W0003: defaulting ambiguous type to i32
    nothing decides the type of this number
    add a suffix or declare a type
def f [n] (xs: [n]i32): [n]i32 =
  map{i32, [n], i32} (\(x: i32): i32 -> x + 1i32) xs
