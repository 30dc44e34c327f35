-- Attributes, which never change the meaning of a program; ascriptions; holes for sizes.
-- ==
-- input { [3,1,2] }
-- output { 3i32 [9i32, 5i32, 7i32] 3i32 [9i64, 5i64, 7i64] }

#[noinline]
def double (x: i32) : i32 = x * 2

#[inline]
def increment (x: i32) : i32 = x + 1

def main [n] (xs: [n]i32) =
  let ys = #[sequential] map double xs
  let zs = #[unroll] loop zs = ys for i < 3i64 do map increment zs
  let #[unused] (a, b) : (i32, i32) = (1 : i32, #[opaque] 2)
  in (a + b, (zs : []i32), #[unsafe] xs[0], #[flattening(no_intra)] map (\(x: i32) : i64 -> i64.i32 x) zs)
