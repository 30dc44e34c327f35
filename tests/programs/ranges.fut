-- Ranges up and down, with and without strides, of several types.
-- ==
-- entry: up
-- input { 2i64 9i64 }
-- output { [2i64, 3i64, 4i64, 5i64, 6i64, 7i64, 8i64] [2i64, 3i64, 4i64, 5i64, 6i64, 7i64, 8i64, 9i64] [2i64, 4i64, 6i64, 8i64] [2i64, 5i64, 8i64] }
-- input { 3i64 3i64 }
-- output { empty([0]i64) [3i64] empty([0]i64) [3i64] }

-- ==
-- entry: down
-- input { 9i64 2i64 }
-- output { [9i64, 8i64, 7i64, 6i64, 5i64, 4i64, 3i64] [9i64, 8i64, 7i64, 6i64, 5i64, 4i64, 3i64] [9i64, 7i64, 5i64, 3i64] [9i64, 6i64, 3i64] }

-- ==
-- entry: typed
-- input { 3i32 100i8 }
-- output { [0i32, 1i32, 2i32] [1i32, 2i32, 3i32] [100i8, 101i8, 102i8, 103i8] [3i64, 4i64] }

-- ==
-- entry: backwards
-- input { 5i64 1i64 }
-- error: Range 5\.\.<1 is invalid\.

entry up (a: i64) (b: i64) = (a..<b, a...b, a..a + 2..<b, a..a + 3...b)
entry down (a: i64) (b: i64) = (a..a - 1..>b, a..>b, a..a - 2..>b, a..a - 3...b)
entry typed (n: i32) (b: i8) = (0..<n, 1..2...n, b...b + 3i8, map i64.i32 (n..<n + 2))
entry backwards (a: i64) (b: i64) = a..<b
