-- Pi by random points, from a linear congruential generator per point.
-- ==
-- input { 10000i64 }
-- output { 3.140800000000000f64 }
-- input { 1i64 }
-- output { 4.000000000000000f64 }

def next (x: u32) : u32 = x * 1664525 + 1013904223
def unit (x: u32) : f64 = f64.u32 (x >> 8) / 16777216

def inside (seed: i64) : bool =
  let a = next (next (u32.i64 seed * 2654435761))
  let b = next a
  let (x, y) = (unit a, unit b)
  in x * x + y * y < 1

def main (n: i64) : f64 = 4 * f64.i64 (i64.sum (map (inside >-> i64.bool) (iota n))) / f64.i64 n
