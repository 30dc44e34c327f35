-- Divisions of integers by constants, at the edges of all types of at most 32 bits. Each result is a sum over the
-- dividends, in which each quotient and remainder has a weight. After every pass, fewer dividends have to do.
-- ==
-- entry: i8
-- input { 300i64 }
-- output { 89431973u64 }
-- ==
-- tags { no_validate_run }
-- entry: i8
-- input { 5000i64 }
-- output { 1490267374u64 }

-- ==
-- entry: i16
-- input { 300i64 }
-- output { 30330182830u64 }
-- ==
-- tags { no_validate_run }
-- entry: i16
-- input { 5000i64 }
-- output { 506281069671u64 }

-- ==
-- entry: i32
-- input { 300i64 }
-- output { 2003057565320770u64 }
-- ==
-- tags { no_validate_run }
-- entry: i32
-- input { 5000i64 }
-- output { 33481085839569197u64 }

-- ==
-- entry: u8
-- input { 300i64 }
-- output { 5662472u64 }
-- ==
-- tags { no_validate_run }
-- entry: u8
-- input { 5000i64 }
-- output { 94538152u64 }

-- ==
-- entry: u16
-- input { 300i64 }
-- output { 1610833038u64 }
-- ==
-- tags { no_validate_run }
-- entry: u16
-- input { 5000i64 }
-- output { 27057378094u64 }

-- ==
-- entry: u32
-- input { 300i64 }
-- output { 116805134565780u64 }
-- ==
-- tags { no_validate_run }
-- entry: u32
-- input { 5000i64 }
-- output { 1962068988507654u64 }

def sums_i8 (x: i8) : u64 =
  let number (y: i8) = u64.i8 y
  in 1 * number (x / 1i8)
     + 3 * number (x % 1i8)
     + 5 * number (x // 1i8)
     + 7 * number (x %% 1i8)
     + 9 * number (x / (-1i8))
     + 11 * number (x % (-1i8))
     + 13 * number (x // (-1i8))
     + 15 * number (x %% (-1i8))
     + 17 * number (x / 2i8)
     + 19 * number (x % 2i8)
     + 21 * number (x // 2i8)
     + 23 * number (x %% 2i8)
     + 25 * number (x / 3i8)
     + 27 * number (x % 3i8)
     + 29 * number (x // 3i8)
     + 31 * number (x %% 3i8)
     + 33 * number (x / (-7i8))
     + 35 * number (x % (-7i8))
     + 37 * number (x // (-7i8))
     + 39 * number (x %% (-7i8))
     + 41 * number (x / 10i8)
     + 43 * number (x % 10i8)
     + 45 * number (x // 10i8)
     + 47 * number (x %% 10i8)
     + 49 * number (x / 127i8)
     + 51 * number (x % 127i8)
     + 53 * number (x // 127i8)
     + 55 * number (x %% 127i8)
     + 57 * number (x / (-127i8))
     + 59 * number (x % (-127i8))
     + 61 * number (x // (-127i8))
     + 63 * number (x %% (-127i8))

-- From both ends, and around zero.
entry i8 (n: i64) : u64 =
  let near = map (\i -> i8.i64 (i % 300 - 150)) (iota n)
  let low = map (\i -> i8.lowest + i8.i64 (i * 1)) (iota n)
  let high = map (\i -> i8.highest - i8.i64 (i * 1)) (iota n)
  in u64.sum (map sums_i8 (near ++ low ++ high))

def sums_i16 (x: i16) : u64 =
  let number (y: i16) = u64.i16 y
  in 1 * number (x / 1i16)
     + 3 * number (x % 1i16)
     + 5 * number (x // 1i16)
     + 7 * number (x %% 1i16)
     + 9 * number (x / (-1i16))
     + 11 * number (x % (-1i16))
     + 13 * number (x // (-1i16))
     + 15 * number (x %% (-1i16))
     + 17 * number (x / 2i16)
     + 19 * number (x % 2i16)
     + 21 * number (x // 2i16)
     + 23 * number (x %% 2i16)
     + 25 * number (x / 3i16)
     + 27 * number (x % 3i16)
     + 29 * number (x // 3i16)
     + 31 * number (x %% 3i16)
     + 33 * number (x / (-7i16))
     + 35 * number (x % (-7i16))
     + 37 * number (x // (-7i16))
     + 39 * number (x %% (-7i16))
     + 41 * number (x / 10i16)
     + 43 * number (x % 10i16)
     + 45 * number (x // 10i16)
     + 47 * number (x %% 10i16)
     + 49 * number (x / 255i16)
     + 51 * number (x % 255i16)
     + 53 * number (x // 255i16)
     + 55 * number (x %% 255i16)
     + 57 * number (x / (-1000i16))
     + 59 * number (x % (-1000i16))
     + 61 * number (x // (-1000i16))
     + 63 * number (x %% (-1000i16))
     + 65 * number (x / 32767i16)
     + 67 * number (x % 32767i16)
     + 69 * number (x // 32767i16)
     + 71 * number (x %% 32767i16)

-- From both ends, and around zero.
entry i16 (n: i64) : u64 =
  let near = map (\i -> i16.i64 (i % 300 - 150)) (iota n)
  let low = map (\i -> i16.lowest + i16.i64 (i * 13)) (iota n)
  let high = map (\i -> i16.highest - i16.i64 (i * 13)) (iota n)
  in u64.sum (map sums_i16 (near ++ low ++ high))

def sums_i32 (x: i32) : u64 =
  let number (y: i32) = u64.i32 y
  in 1 * number (x / 1i32)
     + 3 * number (x % 1i32)
     + 5 * number (x // 1i32)
     + 7 * number (x %% 1i32)
     + 9 * number (x / (-1i32))
     + 11 * number (x % (-1i32))
     + 13 * number (x // (-1i32))
     + 15 * number (x %% (-1i32))
     + 17 * number (x / 2i32)
     + 19 * number (x % 2i32)
     + 21 * number (x // 2i32)
     + 23 * number (x %% 2i32)
     + 25 * number (x / 3i32)
     + 27 * number (x % 3i32)
     + 29 * number (x // 3i32)
     + 31 * number (x %% 3i32)
     + 33 * number (x / (-7i32))
     + 35 * number (x % (-7i32))
     + 37 * number (x // (-7i32))
     + 39 * number (x %% (-7i32))
     + 41 * number (x / 10i32)
     + 43 * number (x % 10i32)
     + 45 * number (x // 10i32)
     + 47 * number (x %% 10i32)
     + 49 * number (x / 65537i32)
     + 51 * number (x % 65537i32)
     + 53 * number (x // 65537i32)
     + 55 * number (x %% 65537i32)
     + 57 * number (x / (-1000003i32))
     + 59 * number (x % (-1000003i32))
     + 61 * number (x // (-1000003i32))
     + 63 * number (x %% (-1000003i32))
     + 65 * number (x / 2147483647i32)
     + 67 * number (x % 2147483647i32)
     + 69 * number (x // 2147483647i32)
     + 71 * number (x %% 2147483647i32)

-- From both ends, and around zero.
entry i32 (n: i64) : u64 =
  let near = map (\i -> i32.i64 (i % 300 - 150)) (iota n)
  let low = map (\i -> i32.lowest + i32.i64 (i * 858993)) (iota n)
  let high = map (\i -> i32.highest - i32.i64 (i * 858993)) (iota n)
  in u64.sum (map sums_i32 (near ++ low ++ high))

def sums_u8 (x: u8) : u64 =
  let number (y: u8) = u64.u8 y
  in 1 * number (x / 1u8)
     + 3 * number (x % 1u8)
     + 5 * number (x / 2u8)
     + 7 * number (x % 2u8)
     + 9 * number (x / 3u8)
     + 11 * number (x % 3u8)
     + 13 * number (x / 7u8)
     + 15 * number (x % 7u8)
     + 17 * number (x / 10u8)
     + 19 * number (x % 10u8)
     + 21 * number (x / 128u8)
     + 23 * number (x % 128u8)
     + 25 * number (x / 255u8)
     + 27 * number (x % 255u8)

-- From both ends, and around zero.
entry u8 (n: i64) : u64 =
  let near = map (\i -> u8.i64 (i % 300 - 150)) (iota n)
  let low = map (\i -> u8.lowest + u8.i64 (i * 1)) (iota n)
  let high = map (\i -> u8.highest - u8.i64 (i * 1)) (iota n)
  in u64.sum (map sums_u8 (near ++ low ++ high))

def sums_u16 (x: u16) : u64 =
  let number (y: u16) = u64.u16 y
  in 1 * number (x / 1u16)
     + 3 * number (x % 1u16)
     + 5 * number (x / 2u16)
     + 7 * number (x % 2u16)
     + 9 * number (x / 3u16)
     + 11 * number (x % 3u16)
     + 13 * number (x / 7u16)
     + 15 * number (x % 7u16)
     + 17 * number (x / 10u16)
     + 19 * number (x % 10u16)
     + 21 * number (x / 641u16)
     + 23 * number (x % 641u16)
     + 25 * number (x / 32768u16)
     + 27 * number (x % 32768u16)
     + 29 * number (x / 65535u16)
     + 31 * number (x % 65535u16)

-- From both ends, and around zero.
entry u16 (n: i64) : u64 =
  let near = map (\i -> u16.i64 (i % 300 - 150)) (iota n)
  let low = map (\i -> u16.lowest + u16.i64 (i * 13)) (iota n)
  let high = map (\i -> u16.highest - u16.i64 (i * 13)) (iota n)
  in u64.sum (map sums_u16 (near ++ low ++ high))

def sums_u32 (x: u32) : u64 =
  let number (y: u32) = u64.u32 y
  in 1 * number (x / 1u32)
     + 3 * number (x % 1u32)
     + 5 * number (x / 2u32)
     + 7 * number (x % 2u32)
     + 9 * number (x / 3u32)
     + 11 * number (x % 3u32)
     + 13 * number (x / 7u32)
     + 15 * number (x % 7u32)
     + 17 * number (x / 10u32)
     + 19 * number (x % 10u32)
     + 21 * number (x / 641u32)
     + 23 * number (x % 641u32)
     + 25 * number (x / 65537u32)
     + 27 * number (x % 65537u32)
     + 29 * number (x / 2147483648u32)
     + 31 * number (x % 2147483648u32)
     + 33 * number (x / 4294967295u32)
     + 35 * number (x % 4294967295u32)

-- From both ends, and around zero.
entry u32 (n: i64) : u64 =
  let near = map (\i -> u32.i64 (i % 300 - 150)) (iota n)
  let low = map (\i -> u32.lowest + u32.i64 (i * 858993)) (iota n)
  let high = map (\i -> u32.highest - u32.i64 (i * 858993)) (iota n)
  in u64.sum (map sums_u32 (near ++ low ++ high))
