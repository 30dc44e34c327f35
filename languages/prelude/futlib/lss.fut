-- | The condition for a segment: one for each element, and one for neighbours.
module type LSS_PRED = {
  type t
  -- | Any value.
  val blank: t
  val pred1: t -> bool
  val pred2: t -> t -> bool
}

-- | The length of the longest segment of an array that satisfies a condition.
module LSS (P: LSS_PRED): { val lss: []P.t -> i32 } = {
  -- Of a part of the array: the length of the longest segment, of the longest from its start, of the longest to its
  -- end, its own length, and its first and last element.
  type summary = (i32, i32, i32, i32, P.t, P.t)

  let larger (x: i32) (y: i32): i32 = if x < y then y else x

  let both ((best, start, end, size, first, last): summary)
           ((best', start', end', size', first', last'): summary): summary =
    let joined = P.pred2 last first'
    in (larger (larger best best') (if joined then end + start' else 0),
        if start == size && joined then start + start' else start,
        if end' == size' && joined then end + end' else end',
        size + size',
        if size == 0 then first' else first,
        if size' == 0 then last else last')

  let one (x: P.t): summary =
    let length = if P.pred1 x then 1 else 0
    in (length, length, length, 1, x, x)

  let lss (xs: []P.t): i32 =
    let (best, _, _, _, _, _) = reduce both (0, 0, 0, 0, P.blank, P.blank) (map one xs)
    in best
}
