-- A program with values of every kind at its borders: arrays, records, sums, and arrays of records.

type point = {x: f64, y: i32}
type shape = #dot | #line f64 | #box f64 point

entry main [n] (xs: [n]i32) (k: i32) : [n]i32 = map (* k) xs

entry outer [n] [m] (xs: [n]f64) (ys: [m]f64) : [n][m]f64 = map (\x -> map (* x) ys) xs

entry both (x: f32) (b: bool) : (f32, bool) = (x * 2, !b)

entry at [n] (xs: [n]i32) (i: i64) : i32 = xs[i]

entry move (p: point) : point = {x = p.x + 1, y = p.y * 2}

entry grow (s: shape) : shape =
  match s
  case #dot -> #line 1
  case #line l -> #box l {x = l, y = 2}
  case #box l p -> #box (l * 2) p

entry path (n: i64) : []point = tabulate n (\i -> {x = f64.i64 i, y = i32.i64 (i * i)})

entry length [n] (ps: [n]point) : f64 = f64.sum (map (.x) ps)

entry set [n] (xs: *[n]i32) (i: i64) : *[n]i32 = xs with [i] = 0

entry matrix [n] [m] (xss: [n][m]i32) : [n]i32 = map i32.sum xss
