-- A result that is declared unique shares memory with nothing; components of one result do not share memory if they are unique.

-- wrong E0405: a parameter that is not unique
def f (xs: []i32) : *[]i32 = xs
def main (xs: []i32) = f xs

-- wrong E0405: a slice of a parameter
def f (xs: []i32) : *[]i32 = xs[1:]
def main (xs: []i32) = f xs

-- wrong E0405: both components are one array
def f (xs: *[]i32) : *([]i32, []i32) = (xs, xs)
def main (xs: *[]i32) = f xs

-- wrong E0405: a constant
def xs = [1i32, 2]
def f (i: i32) : *[]i32 = if i > 0 then xs else [3]
def main (i: i32) = f i

-- wrong E0405: one of two branches
def f (b: bool) (xs: []i32) : *[]i32 = if b then xs else copy xs
def main (b: bool) (xs: []i32) = f b xs

-- wrong E0405: two rows of one array
def f [n] (xss: *[n][n]i32) : (*[n]i32, *[n]i32) = (xss[0], xss[1])
def main [n] (xss: *[n][n]i32) = f xss

-- wrong E0405: what a function gives back of a parameter that is not unique
def same (xs: []i32) : []i32 = xs
def f (xs: []i32) : *[]i32 = same xs
def main (xs: []i32) = f xs

-- wrong E0116: a module's value is declared to be more unique than it is
module m : { val f : []i32 -> *[]i32 } = { def f (xs: []i32) : []i32 = xs }
def main (xs: []i32) = m.f xs

-- wrong E0116: a module's function consumes more than it declares
module m : { val f : []i32 -> []i32 } = { def f (xs: *[]i32) : []i32 = xs with [0] = 1 }
def main (xs: []i32) = m.f xs

-- wrong E0401: the result of a higher-order function is another name of its argument
def apply 'a 'b (f: a -> b) (x: a) : b = f x
def main (xs: *[]i32) =
  let ys = apply (\x -> x) xs
  let zs = xs with [0] = 1
  in (ys, zs)

-- wrong E0401: iterate gives back its argument
def main (xs: *[]i32) =
  let ys = iterate 3 id xs
  let zs = xs with [0] = 1
  in (ys, zs)

-- wrong E0405: a polymorphic function gives one new array twice
def dup x = (x, x)
def main (xs: []i32) : (*[]i32, *[]i32) = dup (copy xs)

-- wrong E0405: a loop without a variable gives one array twice
def main (n: i32) : (*[]i64, *[]i64) =
  let (foo, bar) = loop _ = (iota 10, iota 10) for _i < n do let arr = iota 10 in (arr, arr)
  in (foo, bar)

-- wrong E0401: a loop without a variable gives its initial value
def main [n] (xs: *[n]i32) =
  let ys = loop _ = xs for _i < 0i32 do replicate n 1
  let zs = xs with [0] = 1
  in (ys, zs) : (*[n]i32, *[n]i32)

-- wrong E0405: a function in a `let` has no unique result
def f [n] (h: [n]i32 -> [n]i32) (xs: [n]i32) = let g: [n]i32 -> *[n]i32 = h in g xs

-- wrong E0405: a function in a pattern has no unique result
def f [n] (p: ([n]i32 -> [n]i32, i32)) (xs: [n]i32) = let (h: [n]i32 -> *[n]i32, _) = p in h xs

-- wrong E0405: a partial application has no unique result
def k [n] (y: [n]i32) (_: [n]i32): [n]i32 = y
def f [n] (xs: [n]i32) = let g: [n]i32 -> *[n]i32 = k xs in g xs

-- wrong E0405: an ascribed function has no unique result
def f [n] (h: [n]i32 -> [n]i32) (xs: [n]i32) = (h: [n]i32 -> *[n]i32) xs

-- wrong E0405: a field has no unique result
def ap [n] (g: {h:[n]i32 -> *[n]i32}) (xs: [n]i32) = g.h xs
def f [n] (h: {h: [n]i32 -> [n]i32}) (xs: [n]i32) = ap h xs

-- wrong E0405: a composed function has no unique result
def ap [n] (g: [n]i32 -> *[n]i32) (xs: [n]i32) = g xs
def f [n] (xs: [n]i32) = ap (map (+1) >-> map (+2)) xs

-- wrong E0405: the result of a lambda is not unique unless it is declared so
def ap [n] (g: [n]i32 -> *[n]i32) (xs: [n]i32) = g xs
def f [n] (xs: [n]i32) = ap (\x -> copy x) xs

-- wrong E0405: the result of a local function is not unique unless it is declared so
def ap [n] (g: [n]i32 -> *[n]i32) (xs: [n]i32) = g xs
def f [n] (xs: [n]i32) = let h (x: [n]i32) = copy x in ap h xs

-- wrong E0215: a module's value gives an argument as a part of a result that is specified as unique
module m : { val f [n] : *[n]i32 -> [n]i32 -> *([n]i32, [n]i32) } =
  { def f [n] (xs: *[n]i32) (ys: [n]i32) : (*[n]i32, [n]i32) = (xs, ys) }

-- right: a copy
def f (xs: []i32) : *[]i32 = copy xs
def main (xs: []i32) = f xs with [0] = 1

-- right: a unique parameter
def f (xs: *[]i32) : *[]i32 = xs
def main (xs: *[]i32) = f xs with [0] = 1

-- right: fresh arrays
def f (n: i64) : *([]i64, []i64) = (iota n, iota n)
def main (n: i64) = let (a, b) = f n in (a with [0] = 1, b)

-- right: the result of a map
def f (xs: []i32) : *[]i32 = map (+ 1) xs
def main (xs: []i32) = f xs with [0] = 1


-- right: a module that promises less than it keeps
module m : { val f [n] : *[n]i32 -> []i32 } = { def f [n] (xs: [n]i32) : *[n]i32 = copy xs }
def main (xs: *[]i32) = m.f xs

-- right: the result of a lambda is declared to be unique
def ap [n] (g: [n]i32 -> *[n]i32) (xs: [n]i32) = g xs
def f [n] (xs: [n]i32) = ap (\x : *[n]i32 -> copy x) xs

-- right: a function of the program whose result is unique
def ap [n] (g: [n]i32 -> *[n]i32) (xs: [n]i32) = g xs
def h [n] (y: i32) (x: [n]i32) = map (+y) x
def f [n] (xs: [n]i32) = ap (h 2) xs

-- right: a function of numbers has no array to share
def ap 'a 'b (g: a -> *b) (x: a) : b = g x
def main (x: i32) = ap (\y -> y + 1) x

-- right: a loop without a variable gives new arrays
def main (n: i32) : (*[]i64, *[]i64) =
  let (foo, bar) = loop _ = (iota 10, iota 10) for _i < n do (iota 10, iota 10)
  in (foo, bar)

-- right: a module's value is unique although its type does not say so of every part
module m : { val f [n] : *[n]i32 -> [n]i32 -> *([n]i32, [n]i32) } =
  { def f [n] (xs: *[n]i32) (ys: [n]i32) : (*[n]i32, [n]i32) = (xs, map (+ 1) ys) }

-- wrong E0215: a module's value is a lambda, whose result is unique only if it is declared so
module m : {val f 't : t -> *t} = {def f = \x -> copy x}

-- wrong E0215: a module's value is a tuple of lambdas
module m : {val fs 't : (t -> *t, t -> t)} = {def fs = (\x -> x, \y -> y)}

-- wrong E0215: a function in a record that a function of a module returns
module m : {val f 't : t -> {g: t -> *t}} = {def f _ = {g = \y -> y}}

-- right: a module's value is another name of a function with a unique result
module m : {val f [n] : [n]i32 -> *[n]i32} = {def g [n] (xs: [n]i32) = copy xs def f = g}

-- right: a tuple of lambdas whose results are declared
module m : {val fs : ([2]i32 -> *[2]i32, i32 -> i32)} = {def fs = (\(x: [2]i32) : *[2]i32 -> copy x, \y -> y)}

-- right: a function whose result has the size of its argument gives unique results
def apply '^a '^b (f: a -> *b) (x: a) = f x
def main (n: i64) = apply iota n
