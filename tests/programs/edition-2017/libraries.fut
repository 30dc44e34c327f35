-- The libraries of `/futlib`.
-- ==
-- entry: sorted
-- input { [5, 4, 3, 3, 2, 1] } output { [1, 2, 3, 3, 4, 5] [1, 2, 3, 3, 4, 5] }
-- input { empty([0]i32) } output { empty([0]i32) empty([0]i32) }
-- ==
-- entry: segments
-- input { [1, -2, 3, 4, -1, 5, -6, 1] } output { 11 4 [1, -1, 2, 6, -1, 4, -2, -1] }
-- ==
-- entry: vectors
-- input { 2.0 3.0 6.0 } output { 7.0 49.0 4.0 0.0 9.0 }
-- ==
-- entry: matrices
-- input { [[4.0, 7.0], [2.0, 6.0]] [1.0, 2.0] } output { [[0.6, -0.7], [-0.2, 0.4]] [-0.8, 0.6] [18.0, 14.0] 5.0 }
-- ==
-- entry: numbers
-- input { 2f32 3f32 } output { 3.605551f32 0.982793f32 1.674149f32 0.895977f32 -7.315110f32 1.042743f32 }
-- ==
-- entry: quotients
-- input { 3f32 2f32 } output { 0.647058f32 -0.588235f32 1.282474f32 2f32 0.5f32 }
-- ==
-- entry: colours
-- input { } output { 0.705882f32 0.705882f32 0.705882f32 1f32 -256 -16711936 }
-- ==
-- entry: dates
-- input { 1996 2 28 2 } output { 1996 3 1 1996 4 28 0.005479452054794521 true }
-- input { 1997 1 1 -1 } output { 1996 12 31 1996 12 1 -0.0027397260273972603 true }
-- input { 1900 2 29 0 } output { 1900 3 1 1900 3 1 0.0 false }
-- ==
-- entry: random
-- input { 0 } output { 28 28.439787f32 236.164840f32 true }
-- ==
-- entry: shuffled
-- input { 1 } output { true }
-- ==
-- entry: sequence
-- input { 5 } output { [[0.0, 0.5, 0.75, 0.25, 0.375], [0.0, 0.5, 0.25, 0.75, 0.375], [0.0, 0.5, 0.25, 0.75, 0.625]] true }

import "/futlib/math"
import "/futlib/array"
import "/futlib/colour"
import "/futlib/complex"
import "/futlib/linalg"
import "/futlib/lss"
import "/futlib/merge_sort"
import "/futlib/monoid"
import "/futlib/mss"
import "/futlib/radix_sort"
import "/futlib/random"
import "/futlib/segmented"
import "/futlib/sobol"
import "/futlib/sobol-dir-50"
import "/futlib/vec3"
module date = import "/futlib/date"

module by_comparison = mk_merge_sort i32
module by_bits = mk_radix_sort { type t = i32 let num_bits = 32 let get_bit (i: i32) (x: i32): i32 = (x >> i) & 1 }

entry sorted (xs: []i32): ([]i32, []i32) = (by_comparison.merge_sort xs, by_bits.radix_sort xs)

module largest = MSS {
  type t = i32
  type m = i32
  let zero = 0
  let max (x: i32) (y: i32): i32 = i32.max x y
  let combine (x: i32) (y: i32): i32 = x + y
  let single (x: i32): i32 = x
}

module longest = LSS {
  type t = i32
  let blank = 0
  let pred1 (x: i32): bool = x > -6
  let pred2 (x: i32) (y: i32): bool = x - y < 6
}

module sums = segmented_scan { type t = i32 let ne = 0 let op (x: i32) (y: i32): i32 = x + y }

entry segments (xs: []i32): (i32, i32, []i32) =
  (largest.mss xs, longest.lss (take 4 xs), sums.segmented_scan (map (\x -> x == -1) xs) xs)

module vectors = mk_vec3 f64

entry vectors (x: f64) (y: f64) (z: f64): (f64, f64, f64, f64, f64) =
  let v = (x, y, z)
  let (a, _, _) = v vectors.+ v
  let (_, b, _) = v vectors.- v
  let (_, _, c) = vectors.scale (10.5 * vectors.norm v / 7.0 / 7.0) (vectors.normalise v)
  in (vectors.norm v, vectors.dot v v, a, b, c * 7.0)

module algebra = linalg f64

entry matrices (a: [][]f64) (x: []f64): ([][]f64, []f64, []f64, f64) =
  let inverse = algebra.inv a
  in (inverse, algebra.ols a x, algebra.matvecmul (algebra.matmul a (algebra.matmul inverse a)) x, algebra.dotprod x x)

module complex_f32 = complex f32

entry numbers (x: f32) (y: f32): (f32, f32, f32, f32, f32, f32) =
  let z = complex_f32.mk x y
  let (root, power) = (complex_f32.sqrt z, complex_f32.exp z)
  in (complex_f32.mag z, complex_f32.arg z, complex_f32.re root, complex_f32.im root, complex_f32.re power,
      complex_f32.im power)

entry quotients (x: f32) (y: f32): (f32, f32, f32, f32, f32) =
  let z = complex_f32.mk x y
  let w = z complex_f32./ (complex_f32.mk_re 1f32 complex_f32.+ complex_f32.mk_im 4f32)
  let v = complex_f32.conj (complex_f32.mk 2f32 0f32) complex_f32.* complex_f32.from_fraction 1 1
  in (complex_f32.re w, complex_f32.im w, complex_f32.re (complex_f32.log z),
      complex_f32.re v, complex_f32.re (complex_f32.from_i32 1 complex_f32.- complex_f32.from_fraction 1 2))

entry colours (): (f32, f32, f32, f32, i32, i32) =
  let (r, g, b, a) = argb.to_rgba (argb.mix 0.5f32 argb.white 0.5f32 argb.black)
  in (r, g, b, a, argb.add argb.yellow argb.white & 0xFFFFFF00, argb.mult argb.orange (argb.from_rgba 0f32 1f32 0f32 1f32))

entry dates (year: i32) (month: i32) (day: i32) (n: i32): (i32, i32, i32, i32, i32, i32, f64, bool) =
  let first = date.date_of_triple (year, month, day)
  let other = date.sub_days first (-n)
  let (y, m, d) = date.triple_of_date (date.add_days first n)
  let (y', m', d') = date.triple_of_date (date.add_months first n)
  let same = date.same_date (date.earliest first other) (date.latest other first)
  in (y, m, d, y', m', d', date.diff_dates first other, date.check_date (year, month, day) && same == (n == 0) || n != 0)

module dice = uniform_int_distribution i32 minstd_rand
module fractions = uniform_real_distribution f32 minstd_rand
module normal = normal_distribution f32 xorshift128plus

entry random (seed: i32): (i32, f32, f32, bool) =
  let rng = minstd_rand.rng_from_seed [seed]
  let (_, x) = dice.rand (1, 100) rng
  let (_, y) = fractions.rand (1f32, 100f32) rng
  let (_, z) = normal.rand {mean = 50f32, stddev = 25f32} (xorshift128plus.rng_from_seed [seed])
  let joined = xorshift128plus.join_rng (xorshift128plus.split_rng 4 (xorshift128plus.rng_from_seed [seed]))
  let (_, w) = normal.rand {mean = 0f32, stddev = 1f32} joined
  in (x, y, z, f32.abs w < 100f32)

module shuffled = shuffle_order_engine { let k = 8 } u32 minstd_rand0
module shuffled_dice = uniform_int_distribution i32 shuffled

entry shuffled (seed: i32): bool =
  let (_, x) = shuffled_dice.rand (1, 6) (shuffled.join_rng (shuffled.split_rng 3 (shuffled.rng_from_seed [seed])))
  in 1 <= x && x <= 6

module cube = Sobol sobol_dir { let D = 3 }
module square = Sobol sobol_dir { let D = 2 }
module circle = square.Reduce {
  type t = f64
  let ne = 0.0
  let op (x: f64) (y: f64): f64 = x + y
  let f (v: [2]f64): f64 = if v[0] * v[0] + v[1] * v[1] < 1.0 then 1.0 else 0.0
}

entry sequence (n: i32): ([][]f64, bool) =
  let next = cube.recurrent 4 (cube.independent 4)
  let same = reduce (&&) true (map (==) next (cube.independent 5))
  in (transpose (cube.chunk 0 n), same && f64.abs (circle.run 1000 / 250.0 - f64.pi) < 0.01)
