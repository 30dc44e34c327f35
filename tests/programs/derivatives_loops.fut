-- Derivatives of loops, and second derivatives.
import "data/right"

-- ==
-- entry: loops
-- input { empty([0]f64) } output { true }
-- input { [1.5] } output { true }
-- input { [2.0, 0.5, 1.25, -1.5, 3.0] } output { true }

entry loops [n] (xs: [n]f64): bool =
  right (\xs -> loop s = 1 for x in xs do s * 0.5 + x * s) xs
  && right (\xs -> loop s = 1 for i < n do if i % 2 == 0 then s * xs[i] else s + xs[i]) xs
  && right (\xs -> weighed (loop ys = xs for _i < n do map2 (\y x -> y * 0.5 + x) ys (rotate 1 xs))) xs
  && right (\xs -> weighed (loop ys = copy xs for i < n - 1 do ys with [i + 1] = ys[i] * ys[i + 1])) xs
  && right (\xs -> weighed (loop ys = copy xs for i < n do let y = ys[n - 1 - i] in ys with [i] = y * xs[i])) xs
  && right (\xs -> loop s = 0 for i < n do loop s for j < i do s * 0.9 + xs[i] * xs[j]) xs
  && right (\xs -> let (s, _) = loop (s, i) = (1, 0) while i < n && s < 100 do (s * xs[i] + 1, i + 1) in s) xs
  && right (\xs -> let (a, b) = loop (a, b) = (xs, map (+ 1) xs) for _i < 3i32 do (b, map2 (*) a b) in weighed a + weighed b) xs
  && right (\xs -> f64.sum (loop ys = xs for i < 2i8 do map (\y -> loop y for _j < i32.i8 i + 1 do y * 0.5 + 1) ys)) xs

-- ==
-- entry: hessian
-- input { [1.0, 2.0, 0.5] } output { true }
-- input { [0.25] } output { true }
entry hessian [n] (xs: [n]f64): bool =
  let f xs = f64.product xs + f64.sum (map (\i -> xs[i] * xs[i] * xs[(i + 1) % n]) (iota n))
             + loop s = 1 for x in xs do s * x + f64.sin x
  in right (\xs -> weighed (vjp f xs 1)) xs
     && right (\xs -> weighed (tabulate n (\i -> jvp f xs (replicate n 0 with [i] = 1)))) xs
