-- k-means on the measurements of Fisher's irises (150 flowers, four lengths in cm), starting from every 50th flower.
-- The data set is R. A. Fisher's of 1936, as in the UCI Machine Learning Repository (doi 10.24432/C56C76, CC BY 4.0).
-- ==
-- entry: centres
-- input @ data/iris.in
-- output { [[5.006000f32, 3.418000f32, 1.464000f32, 0.244000f32], [5.901613f32, 2.748387f32, 4.393549f32, 1.433871f32], [6.849999f32, 3.073684f32, 5.742105f32, 2.071053f32]] }

-- ==
-- entry: sizes
-- input @ data/iris.in
-- output { [50i32, 62i32, 38i32] }

def distance2 [d] (a: [d]f32) (b: [d]f32) : f32 =
  f32.sum (map2 (\x y -> (x - y) ** 2) a b)

def closest [k] [d] (centres: [k][d]f32) (point: [d]f32) : i64 =
  let pick (i, x) (j, y) = if y < x then (j, y) else (i, x)
  in (reduce pick (0, f32.inf) (zip (iota k) (map (distance2 point) centres))).0

def assign [n] [k] [d] (centres: [k][d]f32) (points: [n][d]f32) : [n]i64 =
  map (closest centres) points

def update [n] [d] (k: i64) (points: [n][d]f32) (labels: [n]i64) : [k][d]f32 =
  let sums = reduce_by_index (replicate k (replicate d 0)) (map2 (+)) (replicate d 0) labels points
  let counts = hist (+) 0 k labels (replicate n 1i32)
  in map2 (\sum count -> map (/ f32.i32 (i32.max 1 count)) sum) sums counts

def kmeans [n] [d] (k: i64) (points: [n][d]f32) : [k][d]f32 =
  let start = tabulate k (\i -> points[i * (n / k)])
  in loop centres = start for _i < 20i32 do update k points (assign centres points)

entry centres [n] [d] (points: [n][d]f32) : [3][d]f32 = kmeans 3 points

entry sizes [n] [d] (points: [n][d]f32) : [3]i32 =
  hist (+) 0 3 (assign (kmeans 3 points) points) (replicate n 1)
