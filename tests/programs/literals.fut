-- All notations of numbers, characters and strings.
-- ==
-- entry: integers
-- input { }
-- output { [1000000i32, 255i32, 43981i32, 10i32, 3i32, 97i32, -5i32, 14i32] [1i8, 127i8, -128i8] [255u8, 3u8, 122u8] [1i16, 2i16] 42i32 42i64 42u32 42u64 }

-- ==
-- entry: fractions
-- input { }
-- output { [1.000000000000000f64, 2500.000000000000000f64, 0.001000000000000f64, 10.500000000000000f64, 12.000000000000000f64, 0.484375000000000f64] [1.000000f32, 2.500000f32, 1000.000000f32, 16.000000f32] [1.500000f16] 3.000000000000000f64 2.000000000000000f64 }

-- ==
-- entry: text
-- input { }
-- output { [72u8, 101u8, 108u8, 108u8, 111u8, 44u8, 32u8, 87u8, 111u8, 114u8, 108u8, 100u8, 33u8] [34u8, 113u8, 117u8, 111u8, 116u8, 101u8, 100u8, 34u8, 92u8, 32u8, 10u8] [195u8, 166u8] [97u8, 98u8] 4i64 }

-- Numbers in patterns wrap around, as numbers with suffixes do.
-- ==
-- entry: patterns
-- input { 44u8 -56i8 } output { 1i32 4i32 }
-- input { 255u8 -128i8 } output { 2i32 5i32 }
-- input { 1u8 -1i8 } output { 3i32 6i32 }

entry patterns (x: u8) (y: i8) =
  ( match x case 300 -> 1i32 case -1 -> 2 case _ -> 3
  , match y case 0xC8 -> 4i32 case 128 -> 5 case _ -> 6)

entry integers =
  ( [1_000_000, 0xff, 0XAB_CD, 0b1010, 0B1_1, 'a', -5, 0rXIV]
  , [1i8, 0x7fi8, -128i8], [255u8, 0b11u8, 'z'], [1i16, 2u16 |> i16.u16], 42i32, 42i64, 42u32, 42u64)

entry fractions =
  ( [1.0, 2.5e3, 1e-3, 1_0.5, 0x1.8p3, 0x1.fp-2], [1f32, 2.5f32, 1e3f32, 0x1.0p4f32], [1.5f16], 3 : f64, 2f64)

entry text = ("Hello, World!", "\"quoted\"\\ \n", "æ", ['a', 'b'] : []u8, length "four")
