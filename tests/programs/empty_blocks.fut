-- Threads that make many arrays without elements need memory for few of them.
-- ==
-- input { 300i64 0i64 } output { empty([300][0]i32) }
-- input { 40i64 3i64 } output { [[39i32, 40i32, 41i32]] }
entry main (n: i64) (k: i64) : [][k]i32 =
  let xss = tabulate_2d n k (\i j -> i32.i64 (i + j))
  let largest (_: [k]i32) : [k]i32 =
    reduce (\a b -> let r = map2 i32.max a b in if length r > 5 then r else copy r) (replicate k i32.lowest) xss
  in map largest (if k == 0 then xss else take 1 xss)
