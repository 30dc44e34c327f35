-- Constructors that hold functions, from branches.
-- ==
-- input { 0 10 } output { 16 }
-- input { 1 10 } output { 10 }
-- input { 2 10 } output { 0 }
-- input { 3 10 } output { 10 }
-- input { 4 10 } output { 10 }

type^ change = #add i32 | #apply (i32 -> i32) | #none

def change (how: change) (x: i32) : i32 =
  match how
  case #add y -> x + y
  case #apply f -> f x
  case #none -> x

entry main (b: i32) (x: i32) : i32 =
  let c : change =
    if b == 0
    then #add 3
    else if b == 1
    then #apply (\y -> y * b)
    else if b == 2
    then #apply (\y -> y - x)
    else #none
  let f = if b < 2 then change c else if b < 4 then \y -> y else change #none
  in change c (f x)
