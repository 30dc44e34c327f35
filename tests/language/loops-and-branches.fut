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
