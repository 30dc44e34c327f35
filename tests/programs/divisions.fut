-- Divisions by numbers that loops do not change, of all types and signs, at the ends of the types. Divisions of 64 bits
-- say what is right.
-- ==
-- entry: i8s
-- input { [1i8, -1i8, 2i8, -2i8, 3i8, -3i8, 7i8, 10i8, 127i8, -127i8, -128i8] }
-- output { true }

-- ==
-- entry: u16s
-- input { [1u16, 2u16, 3u16, 7u16, 10u16, 255u16, 256u16, 641u16, 32768u16, 65535u16] }
-- output { true }

-- ==
-- entry: i32s
-- input {
--   [0i32, 1i32, -1i32, 2i32, -2i32, 5i32, -5i32, 100i32, 65535i32, 65536i32, 2147483646i32, 2147483647i32, -2147483647i32, -2147483648i32]
--   [1i32, -1i32, 2i32, -2i32, 3i32, -3i32, 7i32, 10i32, -10i32, 641i32, 65536i32, 2147483647i32, -2147483647i32, -2147483648i32]
-- }
-- output { true }

-- ==
-- entry: u32s
-- input {
--   [0u32, 1u32, 2u32, 5u32, 100u32, 65535u32, 65536u32, 2147483647u32, 2147483648u32, 4294967294u32, 4294967295u32]
--   [1u32, 2u32, 3u32, 7u32, 10u32, 641u32, 65536u32, 2147483647u32, 2147483648u32, 4294967294u32, 4294967295u32]
-- }
-- output { true }

-- ==
-- entry: counts
-- input { [[5i32, -7i32, 12i32], [3i32, 3i32, 4i32]] 5i32 }
-- output { [[1i32, 0i32, 1i32, 1i32, 0i32], [0i32, 0i32, 0i32, 2i32, 1i32]] }
-- input { [[1i32]] 0i32 }
-- error: division by zero

entry i8s [n] (ks: [n]i8) : bool =
  and (map (\k ->
              let wide = i64.i8 k
              in loop ok = true for i < 256 do
                   let x = i8.i64 i
                   let w = i64.i8 x
                   in ok && x / k == i8.i64 (w / wide) && x % k == i8.i64 (w % wide)
                         && x // k == i8.i64 (w // wide) && x %% k == i8.i64 (w %% wide))
           ks)

entry u16s [n] (ks: [n]u16) : bool =
  and (map (\k ->
              let wide = i64.u16 k
              in loop ok = true for i < 256 do
                   let x = u16.i64 (i * 257)
                   let w = i64.u16 x
                   in ok && x / k == u16.i64 (w / wide) && x % k == u16.i64 (w % wide))
           ks)

entry i32s [n] [m] (xs: [n]i32) (ks: [m]i32) : bool =
  and (map (\k ->
              let wide = i64.i32 k
              in loop ok = true for x in xs do
                   let w = i64.i32 x
                   in ok && x / k == i32.i64 (w / wide) && x % k == i32.i64 (w % wide)
                         && x // k == i32.i64 (w // wide) && x %% k == i32.i64 (w %% wide))
           ks)

entry u32s [n] [m] (xs: [n]u32) (ks: [m]u32) : bool =
  and (map (\k ->
              let wide = i64.u32 k
              in loop ok = true for x in xs do
                   let w = i64.u32 x
                   in ok && x / k == u32.i64 (w / wide) && x % k == u32.i64 (w % wide))
           ks)

-- Histograms of remainders in each row.
entry counts [n] [m] (xss: [n][m]i32) (k: i32) : [][]i32 =
  map (\xs -> reduce_by_index (replicate (i64.i32 k) 0) (+) 0 (map (\x -> i64.i32 (x % k)) xs) (replicate m 1)) xss
