-- All rows of an array have the same number of elements: a run-time error if reached.
-- ==
-- input { false } output { 0 }
-- input { true } error: .

let main (reached: bool): i32 =
  if reached then (let rows = [iota(1), iota(2)] in rows[0, 0]) else 0
