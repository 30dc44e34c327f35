-- Results of types that data formats do not have. They are written as in the source.

module counter: {
  type t
  val start: i32 -> t
} = {
  type t = {count: i32}
  def start (count: i32) = {count}
}

entry record (x: i32): {b: i32, a: [3]i64} = {b = x, a = [1, 2, 3]}

entry nested (x: i32): (i32, (bool, {x: f32})) = (x, (true, {x = 1}))

entry records (n: i64): [n]{k: i64, v: ((), [2]bool)} =
  tabulate n (\i -> {k = i, v = ((), [i > 0, true])})

entry matrix (n: i64): [n][2](i64, i64) = tabulate_2d n 2 (\i j -> (i, j))

entry sums (n: i64): [n](#none | #some (#left i64 | #right) | #pair [2]i64) =
  tabulate n (\i -> if i == 0 then #none else if i == 1 then #some (#left (-i)) else #pair [i, i])

entry sum (x: i32): #none | #some (#left i32 | #right) | #pair ([2]i32) i32 =
  if x == 0 then #none else if x == 1 then #some (#left x) else #pair [x, x] x

entry abstract (x: i32): counter.t = counter.start x

entry units (n: i64): ([n](), ()) = (replicate n (), ())

entry curried (x: i32): i32 -> (i32, {sum: i32}) = \y -> (x, {sum = x + y})

entry chosen (n: i64) = {above = filter (> 2) (iota n), n}

entry of_sum (_: bool) (shape: {sort: #circle i32 | #point}): i32 =
  match shape.sort
  case #circle r -> r
  case #point -> 0

entry of_records (xs: [](i32, bool)) (x: {b: bool, a: i32}): i32 =
  if xs[0].1 && x.b then xs[0].0 + x.a else 0

entry rows_of_sums (n: i64): {rows: [n][n](#no | #yes i64 bool, i64)} =
  {rows = tabulate_2d n n (\i j ->
    let k = i * n + j
    in (if k == 1 then #yes k true else #no, k))}

entry of_sums [n] (m: i64) (x: #none | #one i64 | #many [m]i64) (ys: [n](#none | #one i64 | #many [m]i64)): i64 =
  let count y = match y case #none -> 0 case #one y -> y case #many ys -> i64.sum ys
  in count x + i64.sum (map count ys) + if n == 0 then m else 0

entry same [n][m] (xs: [n][m](i32, #a | #b [1]bool)): [n][m](i32, #a | #b [1]bool) = xs
