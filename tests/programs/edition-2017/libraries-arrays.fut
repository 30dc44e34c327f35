-- Libraries for sorting and for segments of arrays.
-- ==
-- entry: sorted
-- input { [5, 4, 3, 3, 2, 1] } output { [1, 2, 3, 3, 4, 5] [1, 2, 3, 3, 4, 5] }
-- input { empty([0]i32) } output { empty([0]i32) empty([0]i32) }
-- ==
-- entry: segments
-- input { [1, -2, 3, 4, -1, 5, -6, 1] } output { 11 4 [1, -1, 2, 6, -1, 4, -2, -1] }

import "/futlib/math"
import "/futlib/array"
import "/futlib/lss"
import "/futlib/merge_sort"
import "/futlib/monoid"
import "/futlib/mss"
import "/futlib/radix_sort"
import "/futlib/segmented"

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
