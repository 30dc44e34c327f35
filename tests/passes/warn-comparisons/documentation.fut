-- The example of the documentation.
-- show: f
-- Documentation:
-- def f [n] (xs: [n]i32) (ys: [n]i32) = xs == ys     warns: write `and (map2 (==) xs ys)`
--
def f [n] (xs: [n]i32) (ys: [n]i32) = xs == ys
entry main (xs: []i32) = f xs xs
-- ---
-- before warn-comparisons (Typed)
def f [n] (xs: [n]i32) (ys: [n]i32): bool =
  xs == ys

-- after warn-comparisons (Typed)
main.fut:6:39-46: warning W0004: comparing arrays with `==` is deprecated and will stop working in a future revision of the language
    write `and (map2 (==) xs ys)`, or compare the elements in another way
the same
