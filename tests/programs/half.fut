-- Half-precision floats.
-- ==
-- entry: arithmetic
-- input { 1.5f16 2.25f16 }
-- output { [3.750000f16, -0.750000f16, 3.375000f16, 0.666504f16, 1.224609f16, 2.250000f16] [true, false] }
-- input { 60000.0f16 60000.0f16 }
-- output { [f16.inf, 0.000000f16, f16.inf, 1.000000f16, 244.875000f16, 60000.000000f16] [false, true] }
-- input { 0.1f16 3.0f16 }
-- output { [3.099609f16, -2.898438f16, 0.299805f16, 0.033325f16, 0.316162f16, 3.000000f16] [true, false] }

-- ==
-- entry: sum
-- input { [1.0f16,2.0f16,0.5f16] }
-- output { 3.500000f16 }
-- input { empty([0]f16) }
-- output { 0.000000f16 }

-- ==
-- entry: through
-- input { [0i32,1i32,-3i32,2049i32] }
-- output { [0.000000f16, 1.000000f16, -3.000000f16, 2048.000000f16] [0i32, 1i32, -3i32, 2048i32] [0.000000f32, 1.000000f32, -3.000000f32, 2048.000000f32] }

entry arithmetic (x: f16) (y: f16) =
  ([x + y, x - y, x * y, x / y, f16.sqrt x, f16.max x y], [x < y, x == y])

entry sum (xs: []f16) : f16 = f16.sum xs

entry through (xs: []i32) = (map f16.i32 xs, map (f16.i32 >-> i32.f16) xs, map (f16.i32 >-> f32.f16) xs)
