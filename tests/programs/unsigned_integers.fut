-- Arithmetic of the unsigned integers.
-- ==
-- entry: u8s
-- input { 200u8 100u8 }
-- output { [44u8, 100u8, 32u8, 2u8, 0u8, 2u8, 0u8, 64u8, 64u8, 236u8, 172u8, 55u8, 144u8, 100u8, 56u8] [false, false, true, true] }
-- input { 3u8 5u8 }
-- output { [8u8, 254u8, 15u8, 0u8, 3u8, 0u8, 3u8, 9u8, 1u8, 7u8, 6u8, 252u8, 6u8, 1u8, 253u8] [true, true, false, false] }

-- ==
-- entry: u16s
-- input { 65535u16 2u16 }
-- output { [1u16, 65533u16, 65534u16, 32767u16, 1u16, 32767u16, 1u16, 1u16, 2u16, 65535u16, 65533u16, 0u16, 65528u16, 8191u16, 1u16] [false, false, true, true] }

-- ==
-- entry: u32s
-- input { 4000000000u32 7u32 }
-- output { [4000000007u32, 3999999993u32, 2230196224u32, 571428571u32, 3u32, 571428571u32, 3u32, 1983905792u32, 0u32, 4000000007u32, 4000000007u32, 294967295u32, 3445948416u32, 125000000u32, 294967296u32] [false, false, true, true] }
-- input { 1u32 4294967295u32 }
-- output { [0u32, 2u32, 4294967295u32, 0u32, 1u32, 0u32, 1u32, 1u32, 1u32, 4294967295u32, 4294967294u32, 4294967294u32, 32u32, 0u32, 4294967295u32] [true, true, false, false] }

-- ==
-- entry: u64s
-- input { 18446744073709551615u64 10u64 }
-- output { [9u64, 18446744073709551605u64, 18446744073709551606u64, 1844674407370955161u64, 5u64, 1844674407370955161u64, 5u64, 1u64, 10u64, 18446744073709551615u64, 18446744073709551605u64, 0u64, 18446744073709551488u64, 144115188075855871u64, 1u64] [true, true, false] }

entry u8s (x: u8) (y: u8) =
  ([x + y, x - y, x * y, x / y, x % y, x // y, x %% y, x ** 2, x & y, x | y, x ^ y, !x, x << 1, x >> 1, -x], [x < y, x <= y, x > y, x >= y])

entry u16s (x: u16) (y: u16) =
  ([x + y, x - y, x * y, x / y, x % y, x // y, x %% y, x ** 2, x & y, x | y, x ^ y, !x, x << 3, x >> 3, -x], [x < y, x <= y, x > y, x >= y])

entry u32s (x: u32) (y: u32) =
  ([x + y, x - y, x * y, x / y, x % y, x // y, x %% y, x ** 2, x & y, x | y, x ^ y, !x, x << 5, x >> 5, -x], [x < y, x <= y, x > y, x >= y])

entry u64s (x: u64) (y: u64) =
  ([x + y, x - y, x * y, x / y, x % y, x // y, x %% y, x ** 2, x & y, x | y, x ^ y, !x, x << 7, x >> 7, -x], [u64.highest > y, u64.lowest == 0, x <= y])
