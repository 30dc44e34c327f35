-- Neighbouring indices of a map, each with arrays of its own whose size is only known when the program runs.

-- An array that one loop fills and another reads backwards, for each row.
-- ==
-- entry: tridiagonal
-- input { 37i64 9i64 } output { 1776.0132f32 }
-- input { 16i64 1i64 } output { 81.0f32 }
-- input { 0i64 5i64 } output { 0.0f32 }
-- input { 3i64 0i64 } error: Range 1\.\.<0 is invalid
entry tridiagonal (n: i64) (m: i64) : f32 =
  let row (i: i64) =
    let b = replicate m (4f32 + f32.i64 i * 0.25)
    let b = loop b for k in 1..<m do b with [k] = 4 - 1 / b[k - 1]
    let y = tabulate m (\k -> f32.i64 ((i * 7 + k * 3) % 11))
    let y = loop y for k in 1..<m do y with [k] = y[k] - y[k - 1] / b[k - 1]
    let y = loop y for k in 1..<m do y with [m - 1 - k] = y[m - 1 - k] + y[m - k] / b[m - k]
    in y
  in f32.sum (map f32.sum (tabulate n row))

-- Two arrays that change places in each iteration.
-- ==
-- entry: steps
-- input { 50i64 6i64 4i32 } output { 32400i32 }
-- input { 1000i64 3i64 9i32 } output { 78732000i32 }
entry steps (n: i64) (m: i64) (s: i32) : i32 =
  let row (i: i64) =
    let xs = tabulate m (\k -> i32.i64 (i * k % 5))
    in loop xs for _t < s do
         tabulate m (\k -> xs[k] + 2 * xs[(k + 1) % m])
  in i32.sum (flatten (tabulate n row))

-- An array that is made in each iteration, and used in the next one.
-- ==
-- entry: remembered
-- input { 40i64 5i64 7i32 } output { 101152i32 }
-- input { 16i64 64i64 20i32 } output { 147776i32 }
entry remembered (n: i64) (m: i64) (s: i32) : i32 =
  let row (i: i64) =
    let start = (replicate m 1i32, 0i32)
    let (_, sum) =
      loop (last, sum) = start for t < s do
        let next = scan (+) 0 (map2 (\k x -> i32.i64 k + x * (t + i32.i64 i)) (iota m) last)
        in (map (% 1000) next, sum + last[i64.i32 t % m])
    in sum
  in i32.sum (tabulate n row)

-- Arrays that few indices make.
-- ==
-- entry: rare
-- input { 100i64 5i64 } output { 42069088958i64 }
entry rare (n: i64) (m: i64) : i64 =
  let row (i: i64) =
    if i * i % 7 == 4
    then let xs = loop xs = replicate m i for k in 1..<m do xs with [k] = xs[k - 1] * i + k
         in xs[m - 1]
    else i
  in i64.sum (tabulate n row)

-- An array in each iteration.
-- ==
-- entry: iterations
-- input { 100i64 3i64 4i32 } output { 48519i64 }
entry iterations (n: i64) (m: i64) (s: i32) : i64 =
  let row (i: i64) =
    loop y = i for t < s do
      let xs = loop xs = replicate m y for k in 1..<m do xs with [k] = (xs[k - 1] * i + k) % 1009
      in xs[m - 1] + i64.i32 t
  in i64.sum (tabulate n row)
