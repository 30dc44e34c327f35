-- Derivatives in both modes, of scalars and of values of all types.
import "data/right"

-- Elementary functions.
-- ==
-- entry: elementary
-- input { 0.3 } output { empty([0]i64) }
-- input { 0.71 } output { empty([0]i64) }
entry elementary (x: f64): []i64 =
  let checked =
    [ right (\x -> x[0] + 2 * x[0] - x[0] * x[0]) [x]
    , right (\x -> 1 / x[0]) [x]
    , right (\x -> x[0] ** 3.5) [x]
    , right (\x -> 2.5 ** x[0]) [x]
    , right (\x -> x[0] % 0.2) [x]
    , right (\x -> 1 % x[0]) [x]
    , right (\x -> f64.min x[0] 0.5) [x]
    , right (\x -> f64.max 0.5 x[0]) [x]
    , right (\x -> f64.abs (x[0] - 0.5)) [x]
    , right (\x -> -x[0]) [x]
    , right (\x -> f64.sqrt x[0]) [x]
    , right (\x -> f64.rsqrt x[0]) [x]
    , right (\x -> f64.cbrt x[0]) [x]
    , right (\x -> f64.exp x[0]) [x]
    , right (\x -> f64.log x[0]) [x]
    , right (\x -> f64.log2 x[0]) [x]
    , right (\x -> f64.log10 x[0]) [x]
    , right (\x -> f64.log1p x[0]) [x]
    , right (\x -> f64.sin x[0]) [x]
    , right (\x -> f64.cos x[0]) [x]
    , right (\x -> f64.tan x[0]) [x]
    , right (\x -> f64.asin x[0]) [x]
    , right (\x -> f64.acos x[0]) [x]
    , right (\x -> f64.atan x[0]) [x]
    , right (\x -> f64.sinpi x[0]) [x]
    , right (\x -> f64.cospi x[0]) [x]
    , right (\x -> f64.tanpi (x[0] / 2)) [x]
    , right (\x -> f64.asinpi x[0]) [x]
    , right (\x -> f64.acospi x[0]) [x]
    , right (\x -> f64.atanpi x[0]) [x]
    , right (\x -> f64.sinh x[0]) [x]
    , right (\x -> f64.cosh x[0]) [x]
    , right (\x -> f64.tanh x[0]) [x]
    , right (\x -> f64.asinh x[0]) [x]
    , right (\x -> f64.acosh (1.5 + x[0])) [x]
    , right (\x -> f64.atanh x[0]) [x]
    , right (\x -> f64.erf x[0]) [x]
    , right (\x -> f64.erfc x[0]) [x]
    , right (\x -> f64.fma x[0] x[1] x[2]) [x, 2, 3]
    , right (\x -> f64.atan2 x[0] x[1]) [x, 2]
    , right (\x -> f64.atan2 x[0] x[1]) [-x, -2]
    , right (\x -> f64.atan2pi x[0] x[1]) [x, 2]
    , right (\x -> f64.hypot x[0] x[1]) [x, 2]
    , right (\x -> f64.copysign x[0] (-2)) [x]
    , right (\x -> f64.ldexp x[0] 3) [x]
    , right (\x -> f64.mad x[0] x[1] x[2]) [x, 2, 3]
    , right (\x -> f64.lerp x[0] x[1] x[2]) [x, 2, 0.4]
    , right (\x -> f64.floor x[0] + f64.ceil x[0] + f64.round x[0] + f64.trunc x[0]) [x]
    , right (\x -> f64.f32 (f32.f64 x[0] * 0) + f64.from_bits (f64.to_bits 2) * x[0]) [x]
    ]
  in map (.0) (filter (\(_, ok) -> !ok) (zip (indices checked) checked))

-- Branches, which differ in what they use, and functions that are called.
def branch (xs: []f64): f64 =
  let (a, b) = if xs[0] < xs[1] then (xs[0] * xs[2], xs[1]) else (xs[1], 3)
  in a * a + (if b > 2 then f64.sin b * xs[1] else b)

-- ==
-- entry: branches
-- input { [1.0, 1.9, 3.0] } output { true }
-- input { [2.0, 1.0, 3.0] } output { true }
-- input { [2.5, 2.7, 3.0] } output { true }
entry branches (xs: []f64) = right branch xs

-- Derivatives of derivatives, in all combinations.
def cube (x: f64) = x * x * x * f64.sin x

-- ==
-- entry: second
-- input { 0.7 } output { true }
-- input { -1.3 } output { true }
entry second (x: f64): bool =
  let wanted = 6 * x * f64.sin x + 6 * x * x * f64.cos x - x * x * x * f64.sin x
  in near wanted (vjp (\x -> vjp cube x 1) x 1)
     && near wanted (vjp (\x -> jvp cube x 1) x 1)
     && near wanted (jvp (\x -> vjp cube x 1) x 1)
     && near wanted (jvp (\x -> jvp cube x 1) x 1)

-- Values of all types: records, sums, integers, truth values, several seeds.
type shape = #round f64 | #square f64 i32

-- ==
-- entry: values
-- input { 3.0 } output { [9.42478, 18.84956, 6.0, 27.0, 2.0, 12.0] }
entry values (x: f64): []f64 =
  let area (s: shape) = match s case #round r -> 3.14159265 * r * r
                                case #square a _ -> a * a
  let {r, k} = vjp (\({r, k}: {r: f64, k: i64}) -> {area = area (#round r) / 2, twice = 2 * k}) {r = x, k = 7} {area = 1, twice = 1}
  let (y, _) = jvp2 (\x -> (x ** 3, x > 2)) x 1
  let both = vjp2 (\x -> (area (#square x 1), area (#round x))) x (1, 0)
  in map (\z -> f64.round (z * 1e5) / 1e5) [r, r * f64.i64 k, both.1, y.0, f64.i64 k, f64.sum (mjp (\x -> x * x) x [1, 1])]

-- ==
-- entry: integers
-- input { 3 } output { [6, 6, 4, -1, 2] [2.0, 0.5] }
entry integers (x: i32): ([]i32, []f64) =
  ( [ vjp (\x -> x * x) x 1, jvp (\x -> x * x) x 1, vjp (\x -> x << 2) x 1, vjp (\x -> 10 - x) x 1
    , vjp (\(x: i32) -> f64.i32 x * 2) x 1 ]
  , [ vjp (\(x: f64) -> i32.f64 (x * 2)) 1.5 1, jvp (\(x: f64) -> x / 2) 1.5 1 ] )

-- A derivative of one's own.
-- ==
-- entry: own
-- input { 3.0 } output { 6.0 9.0 100.0 9.0 102.0 }
entry own (x: f64) =
  let square = with_vjp (\x -> x * x) (\y y' -> y' * (91 + y))
  let taped = with_vjp_tape (\x -> (x + 1, x * x)) (\(t, y') -> y' * (98 + t))
  in (jvp square x 1, square x, vjp square x 1, taped x, vjp taped x 1)

-- Several values for one place: the one that is there in the end counts.
-- ==
-- entry: winners
-- input { [1.0, 2.0, 3.0] } output { [1.0, 1.0, 1.0] }
entry winners [n] (xs: [n]f64): [n]f64 =
  vjp (\xs -> f64.sum (scatter (replicate n 0) (iota n ++ iota n) (xs ++ xs))) xs 1
