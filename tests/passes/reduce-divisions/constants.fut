-- Divisions by constants: by powers of two, and of numbers with a sign by another number. The backends know how to
-- divide numbers without sign, and to round to zero.
entry main (a: i32) (b: u64) : (i32, i32, i32, i32, i32, u64, u64, u64) =
  (a / 8, a % 8, a / 10, a % 10, a // 8, b / 16, b %% 16, b / 10)
-- ---
-- before reduce-divisions (Lanes)
entry main (a: i32, b: u64) do
  var div: i32
  div <- div_i32(a, 8i32)
  var mod: i32
  mod <- mod_i32(a, 8i32)
  var div_2: i32
  div_2 <- div_i32(a, 10i32)
  var mod_2: i32
  mod_2 <- mod_i32(a, 10i32)
  var quot: i32
  quot <- quot_i32(a, 8i32)
  var div_3: u64
  div_3 <- div_u64(b, 16u64)
  var rem: u64
  rem <- rem_u64(b, 16u64)
  var div_4: u64
  div_4 <- div_u64(b, 10u64)
return (div, mod, div_2, mod_2, quot, div_3, rem, div_4)

-- after reduce-divisions (Lanes)
entry main (a: i32, b: u64) do
  var div: i32
  div <- shr_i32(a, 3i32)
  var mod: i32
  mod <- and_i32(a, 7i32)
  var div_2: i32
  var minus: i32
  minus <- shr_i32(a, 31i32)
  div_2 <- xor_i32(i32_of_u32(quot_u32(u32_of_i32(xor_i32(a, minus)), 10u32)), minus)
  var mod_2: i32
  var minus_2: i32
  minus_2 <- shr_i32(a, 31i32)
  mod_2 <- sub_i32(a, mul_i32(xor_i32(i32_of_u32(quot_u32(u32_of_i32(xor_i32(a, minus_2)), 10u32)), minus_2), 10i32))
  var quot: i32
  quot <- quot_i32(a, 8i32)
  var div_3: u64
  div_3 <- lshr_u64(b, 4u64)
  var rem: u64
  rem <- and_u64(b, 15u64)
  var div_4: u64
  div_4 <- div_u64(b, 10u64)
return (div, mod, div_2, mod_2, quot, div_3, rem, div_4)
