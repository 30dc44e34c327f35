-- Functions with another name in the prelude of 2017.
-- ==
-- input { 3 } output { 3i64 3u8 3f32 3f64 2.5f32 7 }

let main (x: i32): (i64, u8, f32, f64, f32, i32) =
  (i64.from_i32 x, u8.from_i64 (i64.from_i32 x), f32.from_i32 x, f64.from_i64 (i64.from_i32 x), f32.from_f64 2.5f64, i8.to_i32 7i8)
