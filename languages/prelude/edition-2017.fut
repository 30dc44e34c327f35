-- | The prelude of edition 2017: that of 2019, and definitions under their older names. This file is written in edition
-- 2019.

open import "edition-2019"

local module integers (I: size) = {
  open I
  let from_i32 (x: i32) : I.t = I.i32 x
  let from_i64 (x: i64) : I.t = I.i64 x
}

local module reals (R: real) = {
  open R
  let from_i32 (x: i32) : R.t = R.i32 x
  let from_i64 (x: i64) : R.t = R.i64 x
  let from_f64 (x: f64) : R.t = R.f64 x
}

module i8 = integers i8
module i16 = integers i16
module i32 = integers i32
module i64 = integers i64
module u8 = integers u8
module u16 = integers u16
module u32 = integers u32
module u64 = integers u64
module f32 = reals f32
module f64 = reals f64

-- | The operations of all numbers.
module type numeric = {
  include numeric
  val from_i32 : i32 -> t
  val from_i64 : i64 -> t
}

-- | Integers.
module type integral = {
  include integral
  val from_i32 : i32 -> t
  val from_i64 : i64 -> t
}

-- | Integer types that sizes may have.
module type size = {
  include size
  val from_i32 : i32 -> t
  val from_i64 : i64 -> t
}

-- | The operations of real numbers.
module type real = {
  include real
  val from_i32 : i32 -> t
  val from_i64 : i64 -> t
  val from_f64 : f64 -> t
}

-- | A copy, under a name that programs do not define.
let copied' 't (x: t) : *t = copy x

-- | The components of the elements. The arrays share no memory.
let unzip [n] 'a 'b (xs: [n](a, b)) : (*[n]a, *[n]b) = (map (.1) xs, map (.2) xs)

-- | As `unzip`, for three components.
let unzip3 [n] 'a 'b 'c (xs: [n](a, b, c)) : (*[n]a, *[n]b, *[n]c) = (map (.1) xs, map (.2) xs, map (.3) xs)

-- | As `unzip`, for four components.
let unzip4 [n] 'a 'b 'c 'd (xs: [n](a, b, c, d)) : (*[n]a, *[n]b, *[n]c, *[n]d) =
  (map (.1) xs, map (.2) xs, map (.3) xs, map (.4) xs)

-- | As `unzip`, for five components.
let unzip5 [n] 'a 'b 'c 'd 'e (xs: [n](a, b, c, d, e)) : (*[n]a, *[n]b, *[n]c, *[n]d, *[n]e) =
  (map (.1) xs, map (.2) xs, map (.3) xs, map (.4) xs, map (.5) xs)
