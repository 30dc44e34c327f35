-- Functions: a closure keeps what it uses; it may be called more than once.

-- wrong E0403: a lambda consumes what it captures
def main (xs: *[]i32) = map (\i -> let ys = xs with [0] = i in ys[0]) [1, 2, 3]

-- wrong E0403: a local function consumes what it captures, and is called twice
def main (xs: *[]i32) =
  let f (i: i32) = let ys = xs with [0] = i in ys[0]
  in f 1 + f 2

-- wrong E0401: an array that a closure reads is consumed before it is called
def main (xs: *[]i32) =
  let f (i: i64) = xs[i]
  let ys = xs with [0] = 1
  in (ys, f 0)

-- wrong E0401: a partial application keeps its argument
def f (xs: []i32) (i: i64) = xs[i]
def main (xs: *[]i32) =
  let g = f xs
  let ys = xs with [0] = 1
  in (ys, g 0)

-- wrong E0401: a section keeps its operand
def at (xs: []i32) (i: i64) = xs[i]
def main (xs: *[]i32) =
  let g = (xs `at`)
  let ys = xs with [0] = 1
  in (ys, g 0)

-- wrong E0407: a function that consumes is an argument where none is declared to
def apply (f: []i32 -> []i32) (xs: []i32) = f xs
def g (xs: *[]i32) = xs with [0] = 1
def main (xs: *[]i32) = apply g xs

-- wrong E0407: `map` with a function that consumes
def g (xs: *[]i32) = xs with [0] = 1
def main (xss: *[][]i32) = map g xss

-- wrong E0407: `reduce` with an operator that consumes
def g [n] (xs: *[n]i32) (ys: [n]i32) : [n]i32 = let xs[0] = ys[0] in xs
def main [n] (xss: [][n]i32) = reduce g (replicate n 0) xss

-- wrong E0410: a partial application of a function that consumes its first argument
def f (xs: *[]i32) (i: i64) = let xs[i] = 1 in xs
def main (xs: *[]i32) =
  let g = f xs
  in (g 0, g 1)

-- wrong E0401: a record of a closure
def main (xs: *[]i32) =
  let r = {get = \(i: i64) -> xs[i], n = 1i64}
  let ys = xs with [0] = 1
  in (ys, r.get r.n)

-- wrong E0401: composition keeps what its functions keep
def main (xs: *[]i32) =
  let g = (\(i: i64) -> i + 1) >-> (\i -> xs[i])
  let ys = xs with [0] = 1
  in (ys, g 0)

-- wrong E0402: a constant with a type parameter is consumed
module m = { def empty = [] }
def consume (arr: *[]i64) = arr
entry main (_: bool) = consume m.empty

-- wrong E0406: a constant with a size parameter is a result
def zeros [n] : [n]i32 = replicate n 0
def f (_: i32) : [2]i32 = zeros

-- wrong E0402: the expression of a size consumes a value
def consume (xs: *[]i64) : i64 = xs[0]
def f [n] (ns: *[n]i64) (xs: [consume ns]f32) = xs[0]

-- right: a parameter of the lambda
def main (n: i64) = map (\i -> let xs = iota 3 in xs with [0] = i) (iota n)

-- right: the closure is called first
def main (xs: *[]i32) =
  let f (i: i64) = xs[i]
  let x = f 0
  let ys = xs with [0] = 1
  in (ys, x)

-- right: a parameter that takes functions that consume
def apply (f: *[]i32 -> []i32) (xs: *[]i32) = f xs
def g (xs: *[]i32) = xs with [0] = 1
def main (xs: *[]i32) = apply g xs

-- right: a size that was taken before
def main [n] (xs: *[n]i32) =
  let f (i: i64) = i + n
  let ys = xs with [0] = 1
  in (ys, f 0)

-- right: a consuming function with all its arguments
def f (xs: *[]i32) (i: i64) = let xs[i] = 1 in xs
def main (xs: *[]i32) = f (f xs 0) 1

-- right: a constant with a size parameter is computed anew for a size of the function
def zeros [n] : [n]i64 = replicate n 0
def main n : *[n]i64 = zeros

-- right: an argument that is a size consumes a value
def consume (xs: *[]i64) : i64 = xs[0]
def f [n] (ns: *[n]i64) = replicate (consume ns) 0i32

-- right: the expression of a size consumes a new array
def consume (xs: *[]i64) : i64 = xs[0]
def f [n] (_: [n]i64) (xs: [consume (iota 10)]f32) = xs[0]

-- wrong E0401: a section in backticks keeps its operand
def f (xs: *[]i32) = let g = (`map` xs) let ys = xs with [0] = 1 in (ys, g (+ 1))

-- wrong E0401: a partial application keeps an array that is consumed
def add [n] (xs: [n]i32) (ys: [n]i32) = map2 (+) xs ys
def f (xs: *[]i32) = let g = add xs let ys = xs with [0] = 1 in g ys

-- wrong E0402: a function that consumes is called with an argument that is not unique
def app (f: *[]i32 -> []i32) (x: []i32) = f x

-- wrong E0401: a polymorphic function gives its argument
def id 't (x: t) = x
def f (xs: *[]i32) = let ys = id xs let zs = xs with [0] = 1 in (zs, ys)

-- wrong E0401: an unknown function may give its argument
def f (g: []i32 -> []i32 -> []i32) (xs: *[]i32) (ys: []i32) = let r = g ys xs let zs = xs with [0] = 1 in (zs, r[0])

-- wrong E0403: a local function consumes what it captures, and is called once
def f (xs: *[]i32) = let g (i: i64) = xs with [i] = 1 in g 1

-- wrong E0407: an operand of `|>` consumes
def upd (xs: *[]i32) : *[]i32 = xs with [0] = 1
def f (xs: *[]i32) = xs |> upd |> upd

-- wrong E0407: `foldl` with a function that consumes
def f (xs: *[]i32) = foldl (\(acc: *[]i32) i -> acc with [i] = 1) xs (iota 3)

-- right: a number shares no memory
def f (g: []i32 -> i32) (xs: *[]i32) = let r = g xs let zs = xs with [0] = 1 in (zs, r)

-- right: a partial application keeps a copy
def add [n] (xs: [n]i32) (ys: [n]i32) = map2 (+) xs ys
def f (xs: *[]i32) = let g = add (copy xs) let ys = xs with [0] = 1 in g ys
