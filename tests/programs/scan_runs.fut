-- Scans whose lanes have runs of 80 elements, compared with scans of two halves, which are too short for that. The sums of
-- floats here are exact.
-- ==
-- entry: sums products flags several outside counted
-- input { 1i64 } output { true }
-- input { 16383i64 } output { true }
-- input { 16384i64 } output { true }
-- input { 20001i64 } output { true }

-- | A scan in two halves.
def reference 'a [n] (op: a -> a -> a) (neutral: a) (xs: [n]a) : [n]a =
  let half = n / 2
  let low = scan op neutral xs[:half]
  let before = if half == 0 then neutral else low[half - 1]
  in (low ++ map (op before) (scan op neutral xs[half:])) :> [n]a

def numbers n = map (\i -> f32.i64 ((i * 7919) % 11 - 5)) (iota n)

def same [n] (xs: [n]f32) (ys: [n]f32) = and (map2 (==) xs ys)

entry sums (n: i64) : bool =
  let xs = numbers n
  in same (scan (+) 0 xs) (reference (+) 0 xs)

-- Products of matrices modulo a small number do not commute.
entry products (n: i64) : bool =
  let times (a: i32, b: i32, c: i32, d: i32) (e, f, g, h) =
    ((a * e + b * g) & 255, (a * f + b * h) & 255, (c * e + d * g) & 255, (c * f + d * h) & 255)
  let xs = map (\i -> (i32.i64 i, i32.i64 (i % 3), 1, i32.i64 (i % 5))) (iota n)
  in scan times (1, 0, 0, 1) xs == reference times (1, 0, 0, 1) xs

entry flags (n: i64) : bool =
  let op (f, x) (g, y) = (f || g, if g then y else x + y)
  let xs = zip (map (\i -> i % 7 == 3) (iota n)) (numbers n)
  let (fs, ys) = unzip (scan op (false, 0f32) xs)
  let (gs, zs) = unzip (reference op (false, 0) xs)
  in same ys zs && and (map2 (==) fs gs)

-- Two operators, and a function after the scan that also gets elements that are not scanned.
entry several (n: i64) : bool =
  let xs = numbers n
  let sums = scan (+) 0 xs
  let greatest = scan f32.max (-10) xs
  in same (map3 (\s m x -> s + m * x) sums greatest xs)
          (map3 (\s m x -> s + m * x) (reference (+) 0 xs) (reference f32.max (-10) xs) xs)

-- The neutral element and the operator use what is outside of the scan.
entry outside (n: i64) : bool =
  let zero = f32.i64 (n - n)
  let most = f32.i64 (i64.max n 1)
  let op x y = f32.min most (x + y)
  let xs = map (\x -> f32.min most (f32.abs x)) (numbers n)
  in same (scan op zero xs) (reference op zero xs)

-- Numbers that no array holds.
entry counted (n: i64) : bool =
  let xs = map (\i -> f32.i32 (i & 3)) (map i32.i64 (iota n))
  let ys = map (\i -> f32.i64 ((3 * i + 1) % 4)) (iota n)
  in same (scan (+) 0 xs) (reference (+) 0 xs) && same (scan (+) 0 ys) (reference (+) 0 ys)
