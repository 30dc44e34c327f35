-- The library for random numbers.
-- ==
-- entry: random
-- input { 0 } output { 28 28.439787f32 236.164840f32 true }
-- ==
-- entry: shuffled
-- input { 1 } output { true }

import "/futlib/math"
import "/futlib/random"

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
