-- | Sobol sequences: numbers that fill a cube evenly.

import "/futlib/monoid"

-- | Direction numbers for dimensions after the first: of each its polynomial (`a` and the degree `s`), and the first
-- `s` direction numbers `m`.
module type sobol_dir = {
  -- | The number of dimensions.
  val n: i32
  val a: [n]u32
  val s: [n]i32
  val m: [n][]u32
}

module type sobol = {
  -- | The number of dimensions.
  val D: i32
  -- | 2 ** 32.
  val norm: f64
  -- | Vector `i` of the sequence, as numbers of 32 bits.
  val independent: i32 -> [D]u32
  -- | Vector `i + 1`, given vector `i`.
  val recurrent: i32 -> [D]u32 -> [D]u32
  -- | `chunk i n`: the `n` vectors from vector `i` on, as fractions.
  val chunk: i32 -> (n: i32) -> [n][D]f64
  -- | Combines the results of `f` on the first vectors.
  module Reduce: (X: { include monoid val f: [D]f64 -> t }) -> { val run: i32 -> X.t }
}

module Sobol (Directions: sobol_dir) (X: { val D: i32 }): sobol = {
  let D = X.D
  let bits = 32
  let norm = 4294967296.0

  let directions (dimension: i32): [bits]u32 =
    if dimension == 0
    then map (\i -> 1u32 << u32 (bits - 1 - i)) (iota bits)
    else
      let s = Directions.s[dimension - 1]
      let a = Directions.a[dimension - 1]
      let m = Directions.m[dimension - 1]
      let given = map (\i -> if i < s then unsafe m[i] << u32 (bits - 1 - i) else 0u32) (iota bits)
      in loop (v: *[bits]u32) = given for j < bits - s do
           let i = j + s
           let start = v[i - s] ^ (v[i - s] >> u32 s)
           let next = loop x = start for k < s - 1 do
                        x ^ (((a >> u32 (s - 2 - k)) & 1u32) * v[i - k - 1])
           in v with [i] <- next

  let all_directions: [D][bits]u32 = map directions (iota D)

  let lowest_zero (x: i32): i32 = loop i = 0 while i < 32 && (x >> i) & 1 != 0 do i + 1

  -- The bits in which vector `i + 1` differs from vector `i`.
  let difference (i: i32): [D]u32 =
    let bit = lowest_zero i
    in map (\v -> unsafe v[bit]) all_directions

  let recurrent (i: i32) (x: [D]u32): [D]u32 = map (^) (difference i) x

  let independent (i: i32): [D]u32 =
    let gray = i ^ (i >> 1)
    in map (\v -> reduce (^) 0u32 (map (\d k -> if (gray >> k) & 1 == 1 then d else 0u32) v (iota bits)))
           all_directions

  let chunk (i: i32) (n: i32): [n][D]f64 =
    let first = independent i
    let changes = map (\k -> if k == 0 then first else difference (i + k - 1)) (iota n)
    let vectors = scan (\x y -> map (^) x y) (replicate D 0u32) changes
    in map (\x -> map (\c -> f64 c / norm) x) vectors

  module Reduce (X: { include monoid val f: [D]f64 -> t }): { val run: i32 -> X.t } = {
    let run (n: i32): X.t = reduce X.op X.ne (map X.f (chunk 0 n))
  }
}
