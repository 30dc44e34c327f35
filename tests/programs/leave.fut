-- Loops whose last iterations change nothing: the search is over, but Futhark cannot leave the loop.

-- ==
-- entry: root
-- input { 1000i64 [2.0, 9.0, 0.25] } output { [1.4142135623730951, 3.0, 0.5] }
-- input { 2i64 [2.0] } output { [1.4166666666666665] }
-- input { 0i64 [2.0] } output { [2.0] }
-- input { -7i64 [2.0, 3.0] } output { [2.0, 3.0] }

-- Newton's method.
entry root (n: i64) (xs: []f64) =
  map (\x -> loop y = x for _i < n do if f64.abs (y * y - x) < 1e-12 then y else (y + x / y) / 2) xs

-- ==
-- entry: steps
-- input { 127i8 27i64 } output { 111i8 }
-- input { 100i8 27i64 } output { 100i8 }
-- input { 0i8 27i64 } output { 0i8 }

-- The numbers of iterations of the smallest type do not overflow.
entry steps (n: i8) (x: i64) =
  let (_, steps) =
    loop (x, steps) = (x, 0) for i < n do
      if x == 1 then (x, steps) else (if x % 2 == 0 then x / 2 else 3 * x + 1, i + 1)
  in steps

-- ==
-- entry: until
-- input { [5i64, 0i64, 7i64, 9i64] 0i64 1i64 } output { [6i64, 7i64, 7i64, 9i64] }
-- input { [5i64, 0i64, 7i64, 9i64] 3i64 9i64 } output { [10i64, 10i64, 10i64, 10i64] }
-- input { [5i64, 0i64] 2i64 0i64 } error: Index \[2\] out of bounds
-- input { empty([0]i64) 2i64 0i64 } output { empty([0]i64) }

-- Each iteration checks what the first one does.
entry until [n] (xs: *[n]i64) (k: i64) (end: i64) =
  let (xs, _) =
    loop (xs, done) = (xs, false) for i < n do
      let last = xs[k]
      in if done then (xs, done) else (xs with [i] = last + 1, i == end)
  in xs

-- These loops cannot be left: the condition may become false again, and later iterations may fail.

-- ==
-- entry: later
-- input { 10i64 4i64 } output { 10i64 }
entry later (n: i64) (a: i64) = loop x = a for i < n do if x > i then x else x + 1

-- ==
-- entry: fails
-- input { 3i64 4i64 [3i64, 1i64, 1i64] } output { 12i64 }
-- input { 4i64 4i64 [3i64, 1i64, 1i64] } error: Index \[3\] out of bounds
entry fails (n: i64) (a: i64) (xs: []i64) =
  loop x = a for i < n do let y = xs[i] in if x > 10 then x else x * y

-- ==
-- entry: nested
-- input { 5i64 [1i64, 4i64, 100i64] } output { [[64i64, 64i64], [128i64, 128i64], [100i64, 200i64]] }

-- Inside of a parallel operation, with one inside.
entry nested (n: i64) (xs: []i64) =
  map (\x -> loop ys = [x, 2 * x] for _i < n do
               let m = i64.maximum ys in if m >= 100 then ys else map (const m) ys |> map (* 2)) xs
