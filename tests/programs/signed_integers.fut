-- Arithmetic of the signed integers: wrap-around, the two divisions, powers, comparisons.
-- ==
-- entry: i8s
-- input { 100i8 100i8 }
-- output { [-56i8, 0i8, 16i8, 1i8, 0i8, 1i8, 0i8, 64i8, -100i8, 100i8, 1i8, 100i8, 100i8, 100i8, 100i8, 0i8, -101i8] [false, true, false, true, true, false] }
-- input { -128i8 -1i8 }
-- output { [127i8, -127i8, -128i8, -128i8, 0i8, -128i8, 0i8, 0i8, -128i8, -128i8, -1i8, -128i8, -1i8, -128i8, -1i8, 127i8, 127i8] [true, true, false, false, false, true] }
-- input { -7i8 2i8 }
-- output { [-5i8, -9i8, -14i8, -4i8, 1i8, -3i8, -1i8, -87i8, 7i8, 7i8, -1i8, -7i8, 2i8, 0i8, -5i8, -5i8, 6i8] [true, true, false, false, false, true] }
-- input { 7i8 -2i8 }
-- output { [5i8, 9i8, -14i8, -4i8, -1i8, -3i8, 1i8, 87i8, -7i8, 7i8, 1i8, -2i8, 7i8, 6i8, -1i8, -7i8, -8i8] [false, false, true, true, false, true] }

-- ==
-- entry: i16s
-- input { 32767i16 2i16 }
-- output { [-32767i16, 32765i16, -2i16, 16383i16, 1i16, 16383i16, 1i16, 32767i16, -32767i16, 32767i16, 1i16, 2i16, 32767i16, 2i16, 32767i16, 32765i16, -32768i16] [false, false, true, true, false, true] }
-- input { -7i16 3i16 }
-- output { [-4i16, -10i16, -21i16, -3i16, 2i16, -2i16, -1i16, -343i16, 7i16, 7i16, -1i16, -7i16, 3i16, 1i16, -5i16, -6i16, 6i16] [true, true, false, false, false, true] }

-- ==
-- entry: i32s
-- input { 2147483647i32 5i32 }
-- output { [-2147483644i32, 2147483642i32, 2147483643i32, 429496729i32, 2i32, 429496729i32, 2i32, 2147483647i32, -2147483647i32, 2147483647i32, 1i32, 5i32, 2147483647i32, 2147483642i32, -2147483648i32] [false, false, true, true, false, true] }
-- input { -2147483648i32 3i32 }
-- output { [-2147483645i32, 2147483645i32, -2147483648i32, -715827883i32, 1i32, -715827882i32, -2i32, 0i32, -2147483648i32, -2147483648i32, -1i32, 0i32, -2147483645i32, -2147483645i32, 2147483647i32] [true, true, false, false, false, true] }
-- input { -17i32 5i32 }
-- output { [-12i32, -22i32, -85i32, -4i32, 3i32, -3i32, -2i32, -4913i32, 17i32, 17i32, -1i32, 5i32, -17i32, -22i32, 16i32] [true, true, false, false, false, true] }

-- ==
-- entry: i64s
-- input { 9223372036854775807i64 3i64 }
-- output { [-9223372036854775806i64, 9223372036854775804i64, 9223372036854775805i64, 3074457345618258602i64, 1i64, 3074457345618258602i64, 1i64, 9223372036854775807i64, -9223372036854775807i64, 9223372036854775807i64, 1i64, 3i64, 9223372036854775807i64, 3i64, 9223372036854775807i64, 9223372036854775804i64, -9223372036854775808i64] [false, false, true, true, false, true] }
-- input { -17i64 -5i64 }
-- output { [-22i64, -12i64, 85i64, 3i64, -2i64, 3i64, -2i64, -4913i64, 17i64, 17i64, -1i64, -17i64, -5i64, -21i64, -1i64, 20i64, 16i64] [true, true, false, false, false, true] }

module arithmetic (T: integral) = {
  def all (x: T.t) (y: T.t) =
    ( (x T.+ y, x T.- y, x T.* y)
    , (x T./ y, x T.% y, x T.// y, x T.%% y)
    , x T.** T.i32 3
    , (x T.< y, x T.<= y, x T.> y, x T.>= y, x T.== y, x T.!= y)
    , (T.neg x, T.abs x, T.sgn x, T.min x y, T.max x y)
    , (x T.& y, x T.| y, x T.^ y, T.not x)
    )
}

module a8 = arithmetic i8
module a16 = arithmetic i16
module a32 = arithmetic i32
module a64 = arithmetic i64

entry i8s x y =
  let ((a, b, c), (d, e, f, g), h, (i, j, k, l, m, n), (o, p, q, r, s), (t, u, v, w)) = a8.all x y
  in ([a, b, c, d, e, f, g, h, o, p, q, r, s, t, u, v, w], [i, j, k, l, m, n])

entry i16s x y =
  let ((a, b, c), (d, e, f, g), h, (i, j, k, l, m, n), (o, p, q, r, s), (t, u, v, w)) = a16.all x y
  in ([a, b, c, d, e, f, g, h, o, p, q, r, s, t, u, v, w], [i, j, k, l, m, n])

entry i32s (x: i32) (y: i32) =
  ( [x + y, x - y, x * y, x / y, x % y, x // y, x %% y, x ** 3, -x, i32.abs x, i32.sgn x, x & y, x | y, x ^ y, !x]
  , [x < y, x <= y, x > y, x >= y, x == y, x != y]
  )

entry i64s x y =
  let ((a, b, c), (d, e, f, g), h, (i, j, k, l, m, n), (o, p, q, r, s), (t, u, v, w)) = a64.all x y
  in ([a, b, c, d, e, f, g, h, o, p, q, r, s, t, u, v, w], [i, j, k, l, m, n])
