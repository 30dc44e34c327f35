type~ path = {name: i32, points: []f64}
type shape = #circle i32 | #box [2]f32 | #none
type item = {count: i32, weight: f32}

entry main (xs: []i32) (ys: [][]f64): ([]i32, f64) = (map (+ 1) xs, ys[0, 0])
entry renamed (p: path): path = p with name = 3
entry grow (s: shape): shape = match s case #circle r -> #box [f32.i32 r, 2] case _ -> #none
entry recount (items: []item): []item = map (\(i: item) -> i with count = 4) items
entry first (rows: [][]shape): []shape = rows[0]
entry pair (p: (i32, bool)): (i32, bool) = (p.0 + 1, !p.1)
entry sum (xs: []f32): f32 = f32.sum xs
entry overwrite (xs: *[]i32): *[]i32 = xs with [0] = 7
entry depth (n: i32): i32 = loop d = 0 for _i < n do d + 1
entry sums (n: i64) (k: i64): [n]i64 = tabulate n (\i -> i64.sum (map (+ i) (iota k)))
