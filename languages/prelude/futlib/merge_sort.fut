-- | Sorting by comparisons: a bitonic merge sort.
module mk_merge_sort (C: {
  type t
  val <=: t -> t -> bool
}): {
  val merge_sort [n]: [n]C.t -> *[n]C.t
} = {
  -- Compares elements at distance `2 ** step` in blocks of `2 ** (stage + 1)` elements, every other block downwards.
  let compare [n] (stage: i32) (step: i32) (xs: [n]C.t): [n]C.t =
    let distance = 1 << step
    in map (\i ->
              let other = unsafe xs[i ^ distance]
              let upwards = (i >> (stage + 1)) & 1 == 0
              let keep_lower = (i & distance == 0) == upwards
              let own = xs[i]
              in if (own C.<= other) == keep_lower then own else other)
           (iota n)

  let merge_sort [n] (xs: [n]C.t): *[n]C.t =
    let stages = loop stages = 0 while (1 << stages) < n do stages + 1
    -- The number of elements must be a power of two. The largest element stays behind all others.
    let padded =
      if n == 0 then copy xs
      else concat xs (replicate ((1 << stages) - n) (reduce (\x y -> if x C.<= y then y else x) xs[0] xs))
    let sorted =
      loop (padded) for stage < stages do
        loop (padded) for i < stage + 1 do compare stage (stage - i) padded
    in copy (take n sorted)
}
