-- Sizes that loops and branches change are unknown outside of them.

-- wrong E0202: a loop parameter keeps its size
def main (n: i64) (xs: [n]i32) =
  loop (ys: [n]i32) = xs for i < 3 do ys ++ [1]

-- wrong E0202: branches of different known sizes, and a result of one of them
def main (b: bool) (n: i64) (m: i64) : [n]i32 =
  if b then replicate n 0 else replicate m 0

-- wrong E0202: the size of a loop's result is not the size that it started with
def main [n] (xs: [n]i32) =
  let ys = loop ys = xs for i < 3 do filter (> i) ys
  in map2 (+) xs ys

-- wrong E0101: a size parameter of a loop is not in scope after it
def main [n] (xs: [n]i32) =
  let ys = loop (zs: [k]i32) = xs for i < 3 do filter (> i) zs
  in (ys, k)

-- wrong E0202: two branches give different unknown sizes to one value
def main (b: bool) (xs: []i32) =
  let ys = if b then filter (> 0) xs else xs
  in map2 (+) ys (if b then filter (> 0) xs else xs)

-- wrong E0202: a loop of unknown size gives back a size that its index decides
def main (n: i64) : [n]i64 =
  loop xs = iota n for i < n do iota i

-- wrong E0202: cases of a match have other sizes than the declared result
def main (n: i64) (x: i32) : [n]i64 =
  match x
  case 0 -> iota n
  case _ -> iota (n + 1)

-- right: a loop whose parameter has a size of its own
def main (xs: []i32) =
  loop (ys: []i32) = xs for i < 3 do ys ++ [i]

-- right: branches of different sizes have a result of unknown size
def main (b: bool) (n: i64) (m: i64) =
  length (if b then replicate n 0 else replicate m 0)

-- right: branches of one size
def main (b: bool) (n: i64) : [n]i32 =
  if b then replicate n 0 else replicate n 1

-- right: a coercion says which size it is
def main [n] (xs: [n]i32) =
  let ys = loop ys = xs for i < 3 do filter (> i) ys
  in map2 (+) xs (ys :> [n]i32)

-- right: a loop that keeps its size
def main [n] (xs: [n]i32) =
  loop ys = xs for i < 3 do map (+ i) ys

-- right: the parameter of a loop is of a size-lifted type
def f '~a (n: i64) (step: a -> a) (x: a) = loop x for _i < n do step x
def main (n: i64) = f n (\(xs: [n]i64) -> map (+ 1) xs) (iota n)

-- right: branches whose sum types are known in parts, with other sizes
def f (b: bool) (n: i64) = if b then #some (iota n) else (#none : #none | #some [1]i64)

-- wrong E0202: a loop does not decide the size that its parameter has before it
def f [m] (xs: []f32) (ys: [m]f32) : [m]f32 = loop xs for _i < 3i32 do ys

-- wrong E0202: inner sizes of a loop's parameter
def f [n] [m] (xss: [n][]i32) : [n][m]i32 = loop xss for i < 3 do map (\_ -> replicate m i) xss

-- wrong E0202: the result of such a loop beside an array of the size that its body has
def f (xs: []i32) (ys: [2]i32) = let zs = loop xs for i < 3 do [i, i] in map2 (+) zs ys

-- right: a loop's parameter of any size before, and of another size after the loop
def f (n: i64) (xs: []i64) : []i64 = loop xs for _i < 3i32 do iota n
def g (xs: []i64) (ys: []i64) = loop xs for _i < 3i32 do ys
def main = (f 5 [1, 2], g [1, 2, 3] [1, 2])

-- right: rows of any size before a loop
def main (n: i64) = map (\(xs: []i64) -> length (loop xs for _i < 3i32 do iota n)) [[1, 2]]

-- right: the body decides the size of the parameter by another operation
def f (xs: []i32) (ys: [2]i32) : [2]i32 = loop xs for _i < 3i32 do map2 (+) xs ys

-- wrong E0202: a loop that declares the size that its body does not keep
def main (n: i64) (m: i64) = loop (a: [n]i64) = iota n for _i < 3 do iota m

-- wrong E0202: a loop parameter of another size than its initial value
def main (n: i64) (m: i64) = loop (a: [m]i64) = iota n for _i < 3 do a

-- wrong E0201: a condition of a loop that is a number
def main (xs: []i32) = loop ys = xs while length ys do tail ys

-- wrong E0201: a loop over a number
def main (x: i32) = loop s = 0 for y in x do s + y

-- wrong E0201: a bound that is no integer
def main (x: f32) = loop s = 0 for y < x do s + y

-- wrong E0201: a pattern that does not fit the initial value
def main (x: i32) = loop (a, b) = x for i < 3i32 do (a, b)

-- wrong E0202: a record update with an array of another size
def main [n] (r: {xs: [n]i64, k: i64}) : {xs: [n]i64, k: i64} = r with xs = iota r.k

-- right: a loop whose parameters change places
def main (n: i64) = loop (a, b) = (iota n, iota n) for _i < 3 do (b, a)

-- right: a loop over pairs
def main (xs: [](i32, i32)) = loop s = 0 for (a, b) in xs do s + a * b

-- right: an array in a sum
def f (x: #some ([]i32) | #none) = match x case #some xs -> length xs case #none -> 0

-- wrong E0202: a loop changes the size of a parameter whose type it decides
def f xs : [2]i32 = loop xs for _i < 3i32 do [1, 2]

-- wrong E0202: a loop transposes a parameter whose type it decides
def f xss : [2][2]i32 = loop xss for _i < 3i32 do transpose xss

-- wrong E0212: a loop in a lambda changes the size of the lambda's parameter
def f (xss: [][]i32) (ys: []i32) = map (\xs -> loop xs for _i < 3i32 do ys) xss

-- right: a loop decides the type of a parameter, but not its size
def f xs = loop xs for i < 3i32 do filter (> i) xs
def g xs = loop (xs, k) = (xs, 0) for i < 3i32 do (xs ++ [i], k + 1i32)
def h xs ys = loop xs for _i < 3i32 do map (+ 1i32) ys
def main = (f [1, 2], g [1], h [1] [1, 2])

-- right: a loop decides the type of a record
def f s n = (loop s for _i < n do {a = s.a + 1i32, b = filter (> s.a) s.b}).b
def main = f {a = 0, b = [1, 2, 3]} 2i32

-- right: the loop's parameter says what a size is that nothing has decided before
entry main [n][m] (ys: [m]i32) (xss: [n][m]i32) : [n][m]i32 =
  map (\xs -> loop (acc: [m]i32) = ys for i < 2i32 do scan (+) acc[0] xs) xss
