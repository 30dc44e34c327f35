-- Convolutions in one and two dimensions, clamped at the edges.
-- ==
-- entry: line
-- input { [1.0f32,2.0f32,3.0f32,4.0f32] [0.25f32,0.5f32,0.25f32] }
-- output { [1.250000f32, 2.000000f32, 3.000000f32, 3.750000f32] }

-- ==
-- entry: plane
-- input { [[1.0f32,2.0f32,3.0f32],[4.0f32,5.0f32,6.0f32],[7.0f32,8.0f32,9.0f32]] [[0.0f32,1.0f32,0.0f32],[1.0f32,-4.0f32,1.0f32],[0.0f32,1.0f32,0.0f32]] }
-- output { [[4.000000f32, 3.000000f32, 2.000000f32], [1.000000f32, 0.000000f32, -1.000000f32], [-2.000000f32, -3.000000f32, -4.000000f32]] }

def clamp (low: i64) (x: i64) (high: i64) : i64 = i64.max low (i64.min x high)

entry line [n] [k] (xs: [n]f32) (kernel: [k]f32) : [n]f32 =
  tabulate n (\i -> f32.sum (map2 (\j w -> w * xs[clamp 0 (i + j - k / 2) (n - 1)]) (iota k) kernel))

entry plane [n] [m] [k] (image: [n][m]f32) (kernel: [k][k]f32) : [n][m]f32 =
  tabulate_2d n m (\y x ->
    loop acc = 0 for dy < k do
      loop acc for dx < k do
        acc + kernel[dy, dx] * image[clamp 0 (y + dy - k / 2) (n - 1), clamp 0 (x + dx - k / 2) (m - 1)])
