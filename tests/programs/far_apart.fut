-- Elements that are equally far apart, of every size: lanes work on one row each.
-- ==
-- entry: rows_i8
-- input { [[0i8, 3i8, 2i8], [1i8, 0i8, 3i8], [2i8, 1i8, 0i8], [3i8, 2i8, 1i8], [0i8, 3i8, 2i8], [1i8, 0i8, 3i8],
-- [2i8, 1i8, 0i8], [3i8, 2i8, 1i8], [0i8, 3i8, 2i8], [1i8, 0i8, 3i8], [2i8, 1i8, 0i8], [3i8, 2i8, 1i8], [0i8, 3i8,
-- 2i8], [1i8, 0i8, 3i8], [2i8, 1i8, 0i8], [3i8, 2i8, 1i8], [0i8, 3i8, 2i8], [1i8, 0i8, 3i8], [2i8, 1i8, 0i8], [3i8,
-- 2i8, 1i8]] }
-- output { [11i8, 12i8, 21i8, 34i8, 11i8, 12i8, 21i8, 34i8, 11i8, 12i8, 21i8, 34i8, 11i8, 12i8, 21i8, 34i8, 11i8,
-- 12i8, 21i8, 34i8] }
-- ==
-- entry: rows_u16
-- input { [[0u16, 3u16, 2u16], [1u16, 0u16, 3u16], [2u16, 1u16, 0u16], [3u16, 2u16, 1u16], [0u16, 3u16, 2u16],
-- [1u16, 0u16, 3u16], [2u16, 1u16, 0u16], [3u16, 2u16, 1u16], [0u16, 3u16, 2u16], [1u16, 0u16, 3u16], [2u16, 1u16,
-- 0u16], [3u16, 2u16, 1u16], [0u16, 3u16, 2u16], [1u16, 0u16, 3u16], [2u16, 1u16, 0u16], [3u16, 2u16, 1u16], [0u16,
-- 3u16, 2u16], [1u16, 0u16, 3u16], [2u16, 1u16, 0u16], [3u16, 2u16, 1u16]] }
-- output { [11u16, 12u16, 21u16, 34u16, 11u16, 12u16, 21u16, 34u16, 11u16, 12u16, 21u16, 34u16, 11u16, 12u16,
-- 21u16, 34u16, 11u16, 12u16, 21u16, 34u16] }
-- ==
-- entry: rows_i32
-- input { [[0i32, 3i32, 2i32], [1i32, 0i32, 3i32], [2i32, 1i32, 0i32], [3i32, 2i32, 1i32], [0i32, 3i32, 2i32],
-- [1i32, 0i32, 3i32], [2i32, 1i32, 0i32], [3i32, 2i32, 1i32], [0i32, 3i32, 2i32], [1i32, 0i32, 3i32], [2i32, 1i32,
-- 0i32], [3i32, 2i32, 1i32], [0i32, 3i32, 2i32], [1i32, 0i32, 3i32], [2i32, 1i32, 0i32], [3i32, 2i32, 1i32], [0i32,
-- 3i32, 2i32], [1i32, 0i32, 3i32], [2i32, 1i32, 0i32], [3i32, 2i32, 1i32]] }
-- output { [11i32, 12i32, 21i32, 34i32, 11i32, 12i32, 21i32, 34i32, 11i32, 12i32, 21i32, 34i32, 11i32, 12i32,
-- 21i32, 34i32, 11i32, 12i32, 21i32, 34i32] }
-- ==
-- entry: rows_u64
-- input { [[0u64, 3u64, 2u64], [1u64, 0u64, 3u64], [2u64, 1u64, 0u64], [3u64, 2u64, 1u64], [0u64, 3u64, 2u64],
-- [1u64, 0u64, 3u64], [2u64, 1u64, 0u64], [3u64, 2u64, 1u64], [0u64, 3u64, 2u64], [1u64, 0u64, 3u64], [2u64, 1u64,
-- 0u64], [3u64, 2u64, 1u64], [0u64, 3u64, 2u64], [1u64, 0u64, 3u64], [2u64, 1u64, 0u64], [3u64, 2u64, 1u64], [0u64,
-- 3u64, 2u64], [1u64, 0u64, 3u64], [2u64, 1u64, 0u64], [3u64, 2u64, 1u64]] }
-- output { [11u64, 12u64, 21u64, 34u64, 11u64, 12u64, 21u64, 34u64, 11u64, 12u64, 21u64, 34u64, 11u64, 12u64,
-- 21u64, 34u64, 11u64, 12u64, 21u64, 34u64] }
-- ==
-- entry: rows_f16
-- input { [[0f16, 3f16, 2f16], [1f16, 0f16, 3f16], [2f16, 1f16, 0f16], [3f16, 2f16, 1f16], [0f16, 3f16, 2f16],
-- [1f16, 0f16, 3f16], [2f16, 1f16, 0f16], [3f16, 2f16, 1f16], [0f16, 3f16, 2f16], [1f16, 0f16, 3f16], [2f16, 1f16,
-- 0f16], [3f16, 2f16, 1f16], [0f16, 3f16, 2f16], [1f16, 0f16, 3f16], [2f16, 1f16, 0f16], [3f16, 2f16, 1f16], [0f16,
-- 3f16, 2f16], [1f16, 0f16, 3f16], [2f16, 1f16, 0f16], [3f16, 2f16, 1f16]] }
-- output { [11f16, 12f16, 21f16, 34f16, 11f16, 12f16, 21f16, 34f16, 11f16, 12f16, 21f16, 34f16, 11f16, 12f16,
-- 21f16, 34f16, 11f16, 12f16, 21f16, 34f16] }
-- ==
-- entry: rows_f64
-- input { [[0f64, 3f64, 2f64], [1f64, 0f64, 3f64], [2f64, 1f64, 0f64], [3f64, 2f64, 1f64], [0f64, 3f64, 2f64],
-- [1f64, 0f64, 3f64], [2f64, 1f64, 0f64], [3f64, 2f64, 1f64], [0f64, 3f64, 2f64], [1f64, 0f64, 3f64], [2f64, 1f64,
-- 0f64], [3f64, 2f64, 1f64], [0f64, 3f64, 2f64], [1f64, 0f64, 3f64], [2f64, 1f64, 0f64], [3f64, 2f64, 1f64], [0f64,
-- 3f64, 2f64], [1f64, 0f64, 3f64], [2f64, 1f64, 0f64], [3f64, 2f64, 1f64]] }
-- output { [11f64, 12f64, 21f64, 34f64, 11f64, 12f64, 21f64, 34f64, 11f64, 12f64, 21f64, 34f64, 11f64, 12f64,
-- 21f64, 34f64, 11f64, 12f64, 21f64, 34f64] }
-- ==
-- entry: rows_bool
-- input { [[true, false, false], [false, true, false], [false, false, true], [false, false, false], [true, false,
-- false], [false, true, false], [false, false, true], [false, false, false], [true, false, false], [false, true,
-- false], [false, false, true], [false, false, false], [true, false, false], [false, true, false], [false, false,
-- true], [false, false, false], [true, false, false], [false, true, false], [false, false, true], [false, false,
-- false]] }
-- output { [true, true, true, false, true, true, true, false, true, true, true, false, true, true, true, false,
-- true, true, true, false] }

def rows [n] [m] 't (f: t -> t -> t) (zero: t) (xss: [n][m]t) = map (\row -> loop y = zero for x in row do f y x) xss

entry rows_i8 (xss: [][]i8) = rows (\y x -> y * 3 + x) 0 xss
entry rows_u16 (xss: [][]u16) = rows (\y x -> y * 3 + x) 0 xss
entry rows_i32 (xss: [][]i32) = rows (\y x -> y * 3 + x) 0 xss
entry rows_u64 (xss: [][]u64) = rows (\y x -> y * 3 + x) 0 xss
entry rows_f16 (xss: [][]f16) = rows (\y x -> y * 3 + x) 0 xss
entry rows_f64 (xss: [][]f64) = rows (\y x -> y * 3 + x) 0 xss
entry rows_bool (xss: [][]bool) = rows (!=) false xss
