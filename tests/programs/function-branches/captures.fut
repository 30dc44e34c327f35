-- Functions from branches that capture functions, arrays of different sizes, and records.
-- ==
-- entry: functions
-- input { true true 10i64 20i64 } output { 35i64 }
-- input { true false 10i64 20i64 } output { 46i64 }
-- input { false true 10i64 20i64 } output { 440i64 }
-- input { false false 10i64 20i64 } output { 2240i64 }

-- ==
-- entry: arrays
-- input { 0 [1, 2, 3] } output { 3 }
-- input { 1 [1, 2, 3] } output { 6 }
-- input { 2 [1, 2, 3] } output { 14 }
-- input { 3 [1, 2, 3] } output { 1 }

-- ==
-- entry: records
-- input { 0 [3, 1, 4] [5, 6, 7] } output { [4, 2, 5] [15, 16, 17] 5 }
-- input { 1 [3, 1, 4] [5, 6, 7] } output { [7, 8, 9] [20, 21, 22] 11 }
-- input { 2 [3, 1, 4] [5, 6, 7] } output { [4, 5, 4] [5, 4, 3] -3 }

-- ==
-- entry: fails
-- input { true [1, 2, 3] 1i64 } output { 2 }
-- input { false [1, 2, 3] 1i64 } output { 6 }
-- input { true [1, 2, 3] 3i64 } error: captures.fut:69:
-- input { false [1, 2, 3] 3i64 } error: captures.fut:69:

def compose '^a '^b '^c (f: a -> b) (g: b -> c) = \x -> g (f x)

entry functions (b: bool) (c: bool) (n: i64) (x: i64) : i64 =
  let add (k: i64) = \y -> y + k
  let f = if b then add 1 else add n
  let g = if b then compose (add 2) (add n) else compose (add 3) (\y -> y * n)
  let h = if c then f else g
  let k = if c then h else if b then f else \y -> y - 1
  in f (g (h (k x)))

entry arrays [n] (b: i32) (xs: [n]i32) : i32 =
  let f =
    match b
    case 0 -> \i -> xs[i]
    case 1 ->
      let m = map (\x -> map (+ x) xs) (take 2 xs)
      in \i -> m[i, i]
    case 2 ->
      let p = (filter (> 1) xs, {c = 3i32, d = [1i32, 2, 3]})
      in \i -> p.0[i] + p.1.c + p.1.d[i]
    case _ -> \i -> i32.i64 i
  in f 1 + f 0

def picked [n] (b: i32) (xs: [n]i32) (ys: [n]i32) : {f: i64 -> i32, g: i32 -> i32 -> i32, k: i32} =
  match b
  case 0 -> {f = \i -> xs[i % n], g = \x y -> x + y, k = 1}
  case 1 -> {f = \i -> ys[i % n], g = \x y -> x + y + ys[0], k = 2}
  case _ ->
    let zs = filter (> 2) xs
    in {f = \i -> zs[i % length zs], g = \x -> \y -> x - y, k = 3}

def adder (a: i32) = \b -> a + b

entry records [n] (b: i32) (xs: [n]i32) (ys: [n]i32) : ([n]i32, [n]i32, i32) =
  let r = picked b xs ys
  let h = if b > 1 then adder 1 else adder r.k
  in (map (\i -> h (r.f i)) (iota n), map (r.g 10) ys, r.g 1 (h 3))

entry fails (b: bool) (xs: []i32) (i: i64) : i32 =
  let k = if b then 1 else 3
  let f = (\k -> \i -> k * xs[i]) in
  (if b then f k else f k) i
