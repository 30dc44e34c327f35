-- Operators that combine in any order, or that are cheap, stay as they are.
-- options: few_threads=on
entry main [n] (xs: [n]i32) (ys: [n]f32) : (i32, f32, i32) =
  let (s, m) = reduce (\(a, b) (c, d) -> (a + c, f32.max b d)) (0, f32.lowest) (zip xs ys)
  in (s, m, reduce (\a _ -> a) 0 xs)
-- ---
-- before split-ordered (Anf)
entry main as main (n: i64, xs: [n]i32, ys: [n]f32) : (result: i32,
  result_2: f32,
  result_3: i32) =
  let red: i32, red_2: f32, red_3: i32 = reduce n [xs, ys]
    \(x: i32, x_2: f32, x_3: i32, x_4: f32) : (i32, f32) -> {
      let add: i32 = add_i32(x, x_3)
      let max: f32 = max_f32(x_2, x_4)
      in (add, max)
    } from (0i32, -f32.inf)
    \(x_5: i32, x_6: i32) : (i32) -> {
      in (x_5)
    } from (0i32)
    \(x_7: i32, x_8: f32) : (i32, f32, i32) -> {
      in (x_7, x_8, x_7)
    }
  in (red, red_2, red_3)

-- after split-ordered (Anf)
the same
