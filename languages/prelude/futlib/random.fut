-- | Random numbers, with the structure of C++'s `<random>`: engines make integers, distributions make other values of
-- them.
--
--     module dist = uniform_real_distribution f32 minstd_rand
--     let rng = minstd_rand.rng_from_seed [123]
--     let (rng, x) = dist.rand (1f32, 6f32) rng

-- Spreads the bits of a number.
local let hash (x: i32): i32 =
  let x = ((x >>> 16) ^ x) * 0x45d9f3b
  let x = ((x >>> 16) ^ x) * 0x45d9f3b
  in (x >>> 16) ^ x

module type rng_engine = {
  -- | The type of the integers.
  module int: integral
  -- | The state.
  type rng
  val rng_from_seed: []i32 -> rng
  -- | Several states from one.
  val split_rng: i32 -> rng -> []rng
  -- | One state from several.
  val join_rng: []rng -> rng
  -- | The next state and an integer.
  val rand: rng -> (rng, int.t)
  -- | The smallest and the largest integer.
  val min: int.t
  val max: int.t
}

module type rng_distribution = {
  -- | The type of the values.
  type t
  type rng
  -- | The parameters.
  type distribution
  val rand: distribution -> rng -> (rng, t)
}

-- | The next integer is `(a * x + c) %% m`.
module linear_congruential_engine (T: integral) (P: {
  val a: T.t
  val c: T.t
  val m: T.t
}): rng_engine with int.t = T.t with rng = T.t = {
  module int = T
  type rng = T.t

  let min = T.from_i32 0
  let max = P.m

  let rand (x: rng): (rng, T.t) =
    let next = (P.a T.* x T.+ P.c) T.%% P.m
    in (next, next)

  let rng_from_seed [n] (seed: [n]i32): rng =
    let start = loop x = T.from_i32 1 for i < n do
                  ((x T.>>> T.from_i32 16) T.^ x) T.^ T.from_i32 (seed[i] ^ 0b1010101010101)
    let (rng, _) = rand start
    in rng

  let split_rng (n: i32) (x: rng): [n]rng = map (\i -> x T.^ T.from_i32 (hash i)) (iota n)
  let join_rng (xs: []rng): rng = reduce (T.^) (T.from_i32 0) xs
}

-- | The generator xorshift128+. Its integers have 63 bits, so that they are not negative as `i64`.
module xorshift128plus: rng_engine with int.t = u64 = {
  module int = u64
  type rng = (u64, u64)

  let without_sign (x: u64): u64 = x & 0x7FFFFFFFFFFFFFFFu64
  let min = 0u64
  let max = 0x7FFFFFFFFFFFFFFFu64

  let rand ((x, y): rng): (rng, u64) =
    let x = x ^ (x << 23u64)
    let z = x ^ y ^ (x >> 17u64) ^ (y >> 26u64)
    in ((y, z), without_sign (y + z))

  let next (rng: rng): rng = let (rng, _) = rand rng in rng

  let rng_from_seed [n] (seed: [n]i32): rng =
    loop (a, b) = (1u64, u64 n) for i < n do
      let mixed = u64 (hash seed[i])
      in if n % 2 == 0 then next (a ^ mixed, b) else next (a, b ^ mixed)

  let split_rng (n: i32) ((x, y): rng): [n]rng =
    map (\i -> let (a, b) = next (rng_from_seed [hash (i ^ n)]) in next (x ^ a, y ^ b)) (iota n)

  let join_rng (rngs: []rng): rng = reduce (\(a, b) (c, d) -> (a ^ c, b ^ d)) (0u64, 0u64) rngs
}

-- | The engine `minstd_rand` of C++.
module minstd_rand: rng_engine with int.t = u32 =
  linear_congruential_engine u32 { let a = 48271u32 let c = 0u32 let m = 2147483647u32 }

-- | The engine `minstd_rand0` of C++.
module minstd_rand0: rng_engine with int.t = u32 =
  linear_congruential_engine u32 { let a = 16807u32 let c = 0u32 let m = 2147483647u32 }

-- | The integers of another engine in another order: each comes from a random place of a table of `k` integers.
module shuffle_order_engine (K: { val k: i32 }) (I: integral) (E: rng_engine with int.t = I.t)
  : rng_engine with int.t = E.int.t = {
  module int = I
  type rng = (E.rng, [K.k]I.t)

  let min = E.min
  let max = E.max

  let filled (rng: E.rng): rng =
    loop (rng, table) = (rng, replicate K.k (I.from_i32 0)) for i < K.k do
      let (rng, x) = E.rand rng
      in (rng, table with [i] <- x)

  let rng_from_seed (seed: []i32): rng = filled (E.rng_from_seed seed)
  let split_rng (n: i32) ((rng, _): rng): [n]rng = map filled (E.split_rng n rng)
  let join_rng (rngs: []rng): rng = let (engines, _) = unzip rngs in filled (E.join_rng engines)

  let rand ((rng, table): rng): (rng, I.t) =
    let (rng, x) = E.rand rng
    let (rng, y) = E.rand rng
    let i = i32 (I.to_i64 x) % K.k
    in ((rng, copy table with [i] <- y), table[i])
}

-- | Integers between two bounds, both included.
module uniform_int_distribution (D: integral) (E: rng_engine)
  : rng_distribution with t = D.t with rng = E.rng with distribution = (D.t, D.t) = {
  module I = E.int
  type t = D.t
  type rng = E.rng
  type distribution = (D.t, D.t)

  let of_int (x: I.t): D.t = D.from_i64 (I.to_i64 x)
  let to_int (x: D.t): I.t = I.from_i64 (D.to_i64 x)
  let uniform (min: D.t) (max: D.t): distribution = (min, max)

  let rand ((min, max): distribution) (rng: rng): (rng, D.t) =
    let (first, last) = (to_int min, to_int max)
    let count = last I.- first I.+ I.from_i32 1
    in if count I.<= I.from_i32 0
       then (rng, of_int E.min)
       else
         -- Larger integers would make some values more likely.
         let limit = E.max I.- E.max I.%% count
         let (rng, x) = loop (rng, x) = E.rand rng while x I.>= limit do E.rand rng
         in (rng, of_int (first I.+ x I./ (limit I./ count)))
}

-- | Real numbers between two bounds.
module uniform_real_distribution (R: real) (E: rng_engine)
  : rng_distribution with t = R.t with rng = E.rng with distribution = (R.t, R.t) = {
  type t = R.t
  type rng = E.rng
  type distribution = (R.t, R.t)

  let of_int (x: E.int.t): R.t = R.from_i64 (E.int.to_i64 x)
  let uniform (min: R.t) (max: R.t): distribution = (min, max)

  let rand ((min, max): distribution) (rng: rng): (rng, R.t) =
    let (rng, x) = E.rand rng
    in (rng, min R.+ of_int x R./ of_int E.max R.* (max R.- min))
}

-- | Real numbers of a normal distribution.
module normal_distribution (R: real) (E: rng_engine)
  : rng_distribution with t = R.t with rng = E.rng with distribution = {mean: R.t, stddev: R.t} = {
  type t = R.t
  type rng = E.rng
  type distribution = {mean: R.t, stddev: R.t}

  let of_int (x: E.int.t): R.t = R.from_i64 (E.int.to_i64 x)
  let normal (mean: R.t) (stddev: R.t): distribution = {mean = mean, stddev = stddev}

  -- The method of Box and Muller.
  let rand ({mean = mean, stddev = stddev}: distribution) (rng: rng): (rng, R.t) =
    let (rng, x) = E.rand rng
    let (rng, y) = E.rand rng
    let radius = R.sqrt (R.from_i32 (-2) R.* R.log (of_int x R./ of_int E.max))
    let angle = R.from_i32 2 R.* R.pi R.* (of_int y R./ of_int E.max)
    in (rng, mean R.+ stddev R.* (radius R.* R.cos angle))
}
