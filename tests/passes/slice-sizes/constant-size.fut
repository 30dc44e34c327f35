-- A function whose result has a known size is not split.
def f [n] (xs: [n]i32) = map (+ 1) xs
entry main [n] (xs: [n]i32) = f xs
-- ---
-- before slice-sizes (Anf)
entry main as main (n: i64, xs: [n]i32) : (result: [n]i32) =
  let result_2: [n]i32 = f(n, xs)
  in (result_2)

-- after slice-sizes (Anf)
the same
