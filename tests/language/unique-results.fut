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
