-- Loops that change some of their arrays.
-- ==
-- entry: main
-- input { 3i64 [1i64, 2i64, 3i64] [10i64, 20i64, 30i64] [0i64, 1i64, 2i64] }
-- output { [21i64, 22i64, 3i64] [10i64, 20i64, 30i64] [0i64, 1i64, 2i64] }
-- input { 0i64 [1i64, 2i64, 3i64] [10i64, 20i64, 30i64] [0i64, 1i64, 2i64] }
-- output { [1i64, 2i64, 3i64] [10i64, 20i64, 30i64] [0i64, 1i64, 2i64] }
-- ==
-- entry: copies
-- input { 3i64 [[1i64, 2i64], [3i64, 4i64]] 5i64 } output { [[1i64, 2i64], [3i64, 4i64]] 140i64 }
-- ==
-- entry: rows
-- input { 3i64 [[1i64, 2i64], [3i64, 4i64]] } output { [[1i64, 2i64], [3i64, 4i64]] [9i64, 21i64] }
-- input { 0i64 [[1i64, 2i64], [3i64, 4i64]] } output { [[1i64, 2i64], [3i64, 4i64]] [0i64, 0i64] }
-- ==
-- entry: after
-- input { 3i64 [1i64, 2i64, 3i64] [10i64, 20i64, 30i64] } output { [1i64, 2i64, 3i64] [13i64, 23i64, 33i64] }
-- ==
-- entry: around
-- input { 3i64 [1i64, 2i64, 3i64] [10i64, 20i64, 30i64] } output { [1i64, 1i64, 1i64] [11i64, 21i64, 31i64] }
-- ==
-- entry: inside
-- input { 3i64 [1i64, 2i64, 3i64] [10i64, 20i64, 30i64] } output { [10i64, 20i64, 31i64] [13i64, 23i64, 33i64] }
-- ==
-- entry: places
-- input { 3i64 [1i64, 2i64, 3i64] [10i64, 20i64, 30i64] } output { [10i64, 20i64, 30i64] [1i64, 2i64, 3i64] }
-- ==
-- entry: levels
-- input { [3i32, 1i32, 2i32, 1i32] [1i64, 2i64, 3i64, 4i64] [2i64, 3i64, 0i64, 1i64] 3i32 }
-- output { [3i32, 1i32, 2i32, 1i32] [1i64, 6i64, 4i64, 6i64] [2i64, 3i64, 0i64, 1i64] }

entry main [m] (n: i64) (xs: [m]i64) (ys: [m]i64) (zs: [m]i64) =
  loop (a, b, c) = (xs, ys, zs) for i < n do
    loop (a, b, c) = (a, b, c) for j < i do
      unzip3 (map3 (\x y z -> if z == j then (x + y, y, z) else (x, y, z)) a b c)

entry copies [m] [k] (n: i64) (xss: [m][k]i64) (x: i64) =
  loop (xss, x) = (xss, x) for i < n do (copy (map (map id) xss), x * 3 + i)

entry rows [m] [k] (n: i64) (xss: [m][k]i64) =
  unzip (map (\xs -> loop (xs, sum) = (xs, 0) for _i < n do (map id xs, sum + i64.sum xs)) xss)

entry after [m] (n: i64) (xs: *[m]i64) (ys: [m]i64) =
  let (a, b) = loop (a: *[m]i64, b) = (xs, ys) for i < n do (map id a, map (+ i) b)
  in (a with [0] = 1, b)

entry around [m] (n: i64) (xs: *[m]i64) (ys: [m]i64) =
  loop (a: *[m]i64, b) = (xs, ys) for i < n do
    let (a, b) = loop (a: *[m]i64, b) = (a, b) for j < i do (map id a, map (+ j) b)
    in (a with [i] = 1, b)

entry inside [m] (n: i64) (xs: *[m]i64) (ys: [m]i64) =
  loop (a: *[m]i64, b) = (xs, ys) for i < n do
    let a = a with [i] = b[i]
    in (map id a, map (+ i) b)

entry places [m] (n: i64) (xs: [m]i64) (ys: [m]i64) =
  loop (a, b) = (xs, ys) for _i < n do (b, map id a)

-- A record of a tree's nodes, of which each step changes one field on one level.
type node = {level: i32, x: i64, parent: i64}

entry levels [n] (levels: [n]i32) (xs: [n]i64) (parents: [n]i64) (k: i32) =
  let nodes: [n]node = map3 (\level x parent -> {level, x, parent}) levels xs parents
  let nodes =
    loop nodes for i < k do
      map (\(node: node) -> if node.level != i then node else node with x = node.x + nodes[node.parent].x) nodes
  in (map (.level) nodes, map (.x) nodes, map (.parent) nodes)
