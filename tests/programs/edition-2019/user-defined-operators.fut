-- "User-Defined Operators": infix and prefix definitions, fixity by the longest prefix, shadowing; `unsafe`.
-- ==
-- input { 1 2 3 4 } output { 4 6 4 6 }
-- ==
-- entry: fixity
-- input { } output { 7 3 }
-- ==
-- entry: shadowed
-- input { 5 3 } output { 2 }
-- ==
-- entry: polymorphic
-- input { [1, 2] [3] } output { [3, 1, 2] }
-- ==
-- entry: unchecked
-- input { [5, 6, 7] 1 } output { 6 }

let (a:i32,b:i32) +^ (c:i32,d:i32) = (a+c, b+d)

let (+^^) (a:i32,b:i32) (c:i32,d:i32) = (a+c, b+d)

let main (a: i32) (b: i32) (c: i32) (d: i32) =
  let (x, y) = (a, b) +^ (c, d)
  let (z, w) = (a, b) +^^ (c, d)
  in (x, y, z, w)

let (x: i32) *^ (y: i32) = x * y
let (x: i32) +* (y: i32) = x + y
let (x: i32) >>= (y: i32) = x >> y

entry fixity = (1 +* 2 *^ 3, 1 + 15 >>= 2 - 0 - 0 & 3 | 3)

let minus (x: i32) (y: i32) = x - y
let (+) (x: i32) (y: i32) = x `minus` y

entry shadowed (x: i32) (y: i32) = x + y

let (++*) [n] [m] 't (xs: [n]t) (ys: [m]t): []t = concat ys xs

entry polymorphic (xs: []i32) (ys: []i32) = xs ++* ys

entry unchecked (xs: []i32) (i: i32): i32 = unsafe xs[i]
