-- Rows of an array are arrays, too.
entry main (xss: [][]i32) = xss[0] == xss[1]
-- ---
-- before warn-comparisons (Typed)
entry main [n] [n_2] (xss: [n][n_2]i32): bool =
  xss[0i64] == xss[1i64]

-- after warn-comparisons (Typed)
main.fut:2:29-44: warning W0004: comparing arrays with `==` is deprecated and will stop working in a future revision of the language
    write `and (map2 (==) xs ys)`, or compare the elements in another way
the same
