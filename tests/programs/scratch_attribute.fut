-- `#[scratch]`: only the sizes of an array are computed, and checks stay.
-- ==
-- entry: filled
-- input { [2i64, 0i64, 1i64] [10, 20, 30] }
-- output { [20, 30, 10] }
-- input { [0i64, 0i64, 1i64] [10, 20, 30] }
-- error: filled
entry filled [n] (is: [n]i64) (vs: [n]i32) : [n]i32 =
  let filled = and (scatter (replicate n false) is (map (const true) is))
  in assert filled (scatter (#[scratch] copy vs) is vs)

-- ==
-- entry: size
-- input { 2i64 3i64 }
-- output { 18i64 7 }
-- input { -2i64 3i64 }
-- error: -18
entry size (n: i64) (m: i64) =
  let (b, k) = #[scratch] (replicate (n * (m * m)) 0i32, 7i32)
  in (length b, k)
