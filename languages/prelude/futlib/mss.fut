-- | What the sum of a segment is, and which of two sums is larger.
module type MSS_MEASURE = {
  type t
  type m
  val zero: m
  val max: m -> m -> m
  val combine: m -> m -> m
  -- | The sum of one element.
  val single: t -> m
}

-- | The largest sum of a segment of an array.
module MSS (M: MSS_MEASURE): { val mss: []M.t -> M.m } = {
  -- Of a part of the array: the largest sum of any segment, of one from its start, of one to its end, and of it all.
  type summary = (M.m, M.m, M.m, M.m)

  let both ((best, first, last, all): summary) ((best', first', last', all'): summary): summary =
    (M.max best (M.max best' (M.combine last first')),
     M.max first (M.combine all first'),
     M.max last' (M.combine last all'),
     M.combine all all')

  let one (x: M.t): summary =
    let best = M.max (M.single x) M.zero
    in (best, best, best, M.single x)

  let mss (xs: []M.t): M.m =
    let (best, _, _, _) = reduce both (M.zero, M.zero, M.zero, M.zero) (map one xs)
    in best
}
