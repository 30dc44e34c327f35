-- What no result needs: assertions whose value is `()`, and arrays that each element would make anew.

-- ==
-- entry: unit
-- input { 3 } output { 4 }
-- input { -3 } output { -2 }

-- Nothing can use `()`, so nothing needs this to hold.
entry unit (x: i32) =
  let () = assert (x > 0) ()
  let _ = if x < 100 then assert (x > 0) () else ()
  in x + 1

-- ==
-- entry: ends
-- input { [0i64, 2i64, 5i64] [2i64, 0i64, 1i64] } output { [4i64, 2i64, 3i64] }
-- input { empty([0]i64) empty([0]i64) } output { empty([0]i64) }
-- input { [0i64, 2i64] [2i64] } error: Index \[3\] out of bounds

-- The joined array is the same for each element.
entry ends [n] [m] (starts: [n]i64) (is: [m]i64) =
  map (\i -> let all = starts ++ [9] in all[i + 1] - all[i]) is

-- ==
-- entry: padded
-- input { [1i64, 2i64] 2i64 } output { [[3i64, 3i64, 3i64], [3i64, 3i64, 3i64]] }
-- input { [1i64, 2i64] 0i64 } output { empty([0][3]i64) }

-- Each row is a copy, since it is overwritten.
entry padded [n] (xs: [n]i64) (m: i64) =
  map (\_ -> let row = xs ++ [0] in loop row = row for i < length row do row with [i] = 3) (iota m)
