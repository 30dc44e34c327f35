-- "Binding Expressions": `let`, local functions, updates, loops of every form, `if`.
-- ==
-- input { [1, 2, 3] } output { [1, 12, 3] [0, 0, 3] 6 10 24 3 }
-- ==
-- entry: functions
-- input { 2 } output { 7 4 [1, 1] }

let main (xs: []i32) =
  let a = copy xs
  let a[1] = 12
  let b = copy xs
  let b[0:2] = [0, 0]
  let sum = loop s = 0 for x in xs do s + x
  let bounded = loop s = 0 for i < 5 do s + i
  let y = 3
  let doubled = loop y while y < 20 do y * 2
  in (a, b, sum, bounded, doubled, if length xs > 2 then y else 0)

entry functions (x: i32) =
  let f (y: i32): i32 = x * y + 3
  let pair 't (y: t) = [y, y]
  in (f x, (\(y: i32): i32 -> y + x) x, pair 1)
