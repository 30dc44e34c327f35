-- | Sorting by single bits, from the lowest to the highest.
module mk_radix_sort (P: {
  type t
  val num_bits: i32
  -- | Bit `i` of a value.
  val get_bit: i32 -> t -> i32
}): {
  val radix_sort [n]: [n]P.t -> [n]P.t
} = {
  let by_bit [n] (bit: i32) (xs: [n]P.t): [n]P.t =
    let ones = map (P.get_bit bit) xs
    let zeros = map (\one -> 1 - one) ones
    let first_one = reduce (+) 0 zeros
    let zeros_before = scan (+) 0 zeros
    let ones_before = scan (+) 0 ones
    let places = map (\one z o -> if one == 0 then z - 1 else first_one + o - 1) ones zeros_before ones_before
    in scatter (copy xs) places xs

  let radix_sort [n] (xs: [n]P.t): [n]P.t = loop (xs) for bit < P.num_bits do by_bit bit xs
}
