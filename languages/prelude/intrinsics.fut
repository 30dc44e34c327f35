-- | The module `intrinsics`: operations on which other functions are built, and functions without a settled place.

open import "soacs"

open import "array"

open import "ad"

#[intrinsic(believe)]
local def believe '^a '^b (x: a) : *b = ???

#[intrinsic(accumulate)]
local def accumulate [k] 'a (op: a -> a -> a) (dest: *[k]a) (i: i64) (v: a) : *[k]a = ???

#[intrinsic(scatter_stream)]
local def write_stream [k] [n] 'a 'b (f: *[k]a -> b -> *[k]a) (dest: *[k]a) (bs: [n]b) : *[k]a = ???

#[intrinsic(hist_stream)]
local def combine_stream [k] [n] 'a 'b
                         (op: a -> a -> a)
                         (f: *[k]a -> b -> *[k]a)
                         (ne: a)
                         (dest: *[k]a)
                         (bs: [n]b) : *[k]a = ???

-- | Accumulators: arrays that can only be written.
module accumulators
  : {
      -- | An array of type `t` that is being written.
      type~ acc 't

      -- | Writes `v` at index `i`, or combines it into that element. Indices out of bounds are ignored.
      val acc_write [k] 'a : (acc: *acc ([k]a)) -> (i: i64) -> (v: a) -> *acc ([k]a)

      -- | `dest` after `f` has written to it for every element of `bs`, in parallel. Of several values for one index,
      -- any may be the last one.
      val scatter_stream [k] [n] 'a 'b :
        (dest: *[k]a) -> (f: *acc ([k]a) -> b -> acc ([k]a)) -> (bs: [n]b) -> *[k]a

      -- | As `scatter_stream`, but combines written values with the elements by `op`, which is associative and
      -- commutative, and has the neutral element `ne`.
      val hist_stream [k] [n] 'a 'b :
        (dest: *[k]a)
        -> (op: a -> a -> a)
        -> (ne: a)
        -> (f: *acc ([k]a) -> b -> acc ([k]a))
        -> (bs: [n]b)
        -> *[k]a
    } = {
  -- The second component is a function: it combines an element and a written value to the new element. Its type cannot
  -- be written here, since the element type is inside of `t`.
  type^ acc 't = {array: t, combine: () -> ()}

  def acc_write [k] 'a (acc: *acc ([k]a)) (i: i64) (v: a) : *acc ([k]a) =
    let combine: a -> a -> a = believe acc.combine
    in {array = accumulate combine acc.array i v, combine = acc.combine}

  def hist_stream [k] [n] 'a 'b
                  (dest: *[k]a)
                  (op: a -> a -> a)
                  (ne: a)
                  (f: *acc ([k]a) -> b -> acc ([k]a))
                  (bs: [n]b) : *[k]a =
    let step (array: *[k]a) (b: b) : *[k]a =
      let acc: *acc ([k]a) = believe (f {array, combine = believe op} b)
      in acc.array
    in combine_stream op step ne dest bs

  def scatter_stream [k] [n] 'a 'b (dest: *[k]a) (f: *acc ([k]a) -> b -> acc ([k]a)) (bs: [n]b) : *[k]a =
    let step (array: *[k]a) (b: b) : *[k]a =
      let acc: *acc ([k]a) = believe (f {array, combine = believe (\(_: a) (v: a) -> v)} b)
      in acc.array
    in write_stream step dest bs
}

open accumulators

-- The index `i`, checked against the size `n`.
local def place (n: i64) (i: i64) : i64 = (iota n)[i]

-- | Elements of `as` as an array of `n1` rows, `s1` elements apart. A row has `n2` elements, `s2` elements apart.
def flat_index_2d [n] 'a (as: [n]a) (offset: i64) (n1: i64) (s1: i64) (n2: i64) (s2: i64) : [n1][n2]a =
  map (\i -> map (\j -> as[offset + i * s1 + j * s2]) (iota n2)) (iota n1)

-- | As `flat_index_2d`, for three dimensions.
def flat_index_3d [n] 'a
                  (as: [n]a) (offset: i64)
                  (n1: i64) (s1: i64) (n2: i64) (s2: i64) (n3: i64) (s3: i64) : [n1][n2][n3]a =
  map (\i -> flat_index_2d as (offset + i * s1) n2 s2 n3 s3) (iota n1)

-- | As `flat_index_2d`, for four dimensions.
def flat_index_4d [n] 'a
                  (as: [n]a) (offset: i64)
                  (n1: i64) (s1: i64) (n2: i64) (s2: i64)
                  (n3: i64) (s3: i64) (n4: i64) (s4: i64) : [n1][n2][n3][n4]a =
  map (\i -> flat_index_3d as (offset + i * s1) n2 s2 n3 s3 n4 s4) (iota n1)

-- | `as` with the elements that `flat_index_2d` reads replaced by those of `vs`.
def flat_update_2d [n] [k] [l] 'a (as: *[n]a) (offset: i64) (s1: i64) (s2: i64) (vs: [k][l]a) : *[n]a =
  let is = map (\i -> map (\j -> place n (offset + i * s1 + j * s2)) (iota l)) (iota k)
  in scatter as (flatten is) (flatten vs)

-- | As `flat_update_2d`, for three dimensions.
def flat_update_3d [n] [k] [l] [p] 'a
                   (as: *[n]a) (offset: i64) (s1: i64) (s2: i64) (s3: i64) (vs: [k][l][p]a) : *[n]a =
  let is =
    map (\h -> map (\i -> map (\j -> place n (offset + h * s1 + i * s2 + j * s3)) (iota p)) (iota l)) (iota k)
  in scatter as (flatten (flatten is)) (flatten (flatten vs))

-- | As `flat_update_2d`, for four dimensions.
def flat_update_4d [n] [k] [l] [p] [q] 'a
                   (as: *[n]a) (offset: i64) (s1: i64) (s2: i64) (s3: i64) (s4: i64) (vs: [k][l][p][q]a) : *[n]a =
  let at g h i j = place n (offset + g * s1 + h * s2 + i * s3 + j * s4)
  let is = map (\g -> map (\h -> map (\i -> map (at g h i) (iota q)) (iota p)) (iota l)) (iota k)
  in scatter as (flatten (flatten (flatten is))) (flatten (flatten (flatten vs)))

-- | As `reduce_by_index`. The first argument is a number of copies of the histogram, which the compiler chooses itself.
def hist_1d [k] [n] 'a (_: i64) (dest: *[k]a) (f: a -> a -> a) (ne: a) (is: [n]i64) (as: [n]a) : *[k]a =
  reduce_by_index dest f ne is as

-- | As `hist_1d`, for two dimensions.
def hist_2d [k] [m] [n] 'a
            (_: i64) (dest: *[k][m]a) (f: a -> a -> a) (ne: a) (is: [n](i64, i64)) (as: [n]a) : *[k][m]a =
  reduce_by_index_2d dest f ne is as

-- | As `hist_1d`, for three dimensions.
def hist_3d [k] [m] [l] [n] 'a
            (_: i64) (dest: *[k][m][l]a) (f: a -> a -> a) (ne: a) (is: [n](i64, i64, i64)) (as: [n]a) : *[k][m][l]a =
  reduce_by_index_3d dest f ne is as

-- | 1 for `true`, 0 for `false`.
def btoi_bool_i64 (b: bool) : i64 = if b then 1 else 0
