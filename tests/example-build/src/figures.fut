-- Values of all kinds.

type point = {x: f64, y: i32}
type figure = #dot | #line f64 | #box point
type~ cloud = {name: []u8, points: []point}

entry move (p: point) : point = {x = p.x + 1, y = p.y * 2}
entry grow (f: figure) : figure =
  match f
  case #dot -> #line 1
  case #line l -> #box {x = l, y = 2}
  case #box p -> #box {x = p.x * 2, y = p.y}
entry transposed [n] [m] (xss: [n][m]i32) : [m][n]i32 = transpose xss
entry split (x: i32) = (x / 2, x % 2 == 1, {low = x - 1, high = (x + 1, x + 2)})
entry path (n: i64) : []point = tabulate n (\i -> {x = f64.i64 i, y = i32.i64 (i * i)})
entry width (ps: []point) : f64 = f64.sum (map (.x) ps)
entry cloud (n: i64) : cloud = {name = replicate n 'c', points = tabulate n (\i -> {x = f64.i64 i, y = 0})}
entry size (c: cloud) : i64 = length c.name + length c.points
entry figures (n: i64) : []figure = tabulate n (\i -> if i == 0 then #dot else #line (f64.i64 i))
entry set [n] (xs: *[n]i32) (i: i64) : [n]i32 = xs with [i] = 0
entry dropped (ps: *[]point) : *[]point = ps
entry halves [n] (xs: [n]f16) : [n]f16 = map (/ 2) xs
entry new (match': i32) (type_: i32) (fn: i32) : i32 = match' + type_ + fn
entry both (b: bool) (bs: []bool) : bool = and (bs ++ [b])
