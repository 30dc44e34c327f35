-- What is consumed must not be used afterwards, by any of its names.

-- wrong E0401: an array after an update in place
def main (xs: *[]i32) = let ys = xs with [0] = 1 in (ys, xs[1])

-- wrong E0401: an array after a call that consumes it
def f (xs: *[]i32) = xs with [0] = 2
def main (xs: *[]i32) = let ys = f xs in (ys, length xs)

-- wrong E0401: another name of the array
def main (xs: *[]i32) = let zs = xs let ys = xs with [0] = 1 in (ys, zs)

-- wrong E0401: a slice of the array
def main (xs: *[]i32) = let zs = xs[1:3] let ys = xs with [0] = 1 in (ys, zs)

-- wrong E0402: a parameter that is not unique
def main (xs: []i32) = xs with [0] = 1

-- wrong E0409: a row of an array that is consumed
def main (xss: *[][]i32) = let row = xss[0] let yss = xss with [1] = row in (yss, row)

-- wrong E0401: a value that reads the array it replaces a part of, by its memory
def main (xs: *[]i32) = let ys = xs in (xs with [0] = 1, ys)

-- wrong E0401: consumed twice
def f (xs: *[]i32) = xs[0]
def main (xs: *[]i32) = f xs + f xs

-- wrong E0401: consumed twice by one call
def f (xs: *[]i32) (ys: *[]i32) = xs[0] + ys[0]
def main (xs: *[]i32) = f xs xs

-- wrong E0401: consumed in a branch, used after it
def main (b: bool) (xs: *[]i32) =
  let ys = if b then xs with [0] = 1 else [2]
  in (ys, xs)

-- wrong E0401: consumed in a case, used after it
def main (x: i32) (xs: *[]i32) =
  let ys = match x case 0 -> xs with [0] = 1 case _ -> [2]
  in (ys, xs[0])

-- wrong E0402: a constant
def xs = [1i32, 2, 3]
def main = xs with [0] = 4

-- wrong E0401: transposed
def main [n] (xss: *[n][n]i32) = let ts = transpose xss let yss = xss with [0, 0] = 1 in (yss, ts)

-- right: used before
def main (xs: *[]i32) = let x = xs[1] let ys = xs with [0] = 1 in (ys, x)

-- right: a copy is consumed
def main (xs: []i32) = let ys = copy xs with [0] = 1 in (xs, ys)

-- right: each branch consumes
def main (b: bool) (xs: *[]i32) = if b then xs with [0] = 1 else xs with [1] = 2

-- right: a fresh array
def main (n: i64) = let xs = iota n in xs with [0] = 1

-- right: the same name bound anew
def main (xs: *[]i32) = let xs[0] = 1 let xs[1] = 2 in xs

-- right: a part of another array as the new value
def main (xs: *[]i32) (ys: []i32) = xs with [0:2] = ys[1:3]

-- right: `*` has no effect on types without arrays
def f (x: *i32) (r: *{a: i32, b: bool}) = if r.b then x else r.a
def main (x: i32) (r: {a: i32, b: bool}) = f x r + f x r + x

-- right: the innermost declaration of a component says whether it is unique
def f [n] ((_, xs: [n]i64): *(i32, []i64)) = n + xs[0]
def main (x: i32) (ys: []i64) = f (x, ys) + ys[1]

-- wrong E0404: `scatter` writes an array into itself
def f [n] (d: *[n]i32) (is: [n]i64) = scatter d is d

-- wrong E0409: a slice becomes a slice of the same array
def f (xs: *[]i32) = xs with [0:2] = xs[2:4]

-- wrong E0402: a result of a match may be a parameter
def f (s: #a | #b) (xs: *[]i32) (ys: []i32) = let r = match s case #a -> xs case #b -> ys in r with [0] = 1

-- right: the array of a unique sum
def f (s: *(#a ([]i32) | #b)) = match s case #a xs -> xs with [0] = 1 case #b -> []

-- wrong E0401: a transposed array after the array was consumed
def f [n] (xs: *[n][n]i32) = let a = transpose xs let c = xs with [0,0] = 1 in (c, a)

-- wrong E0401: a reversed array after the array was consumed
def f [n] (xs: *[n]i32) = let a = xs[::-1] let c = xs with [0] = 1 in (c, a)

-- right: `scatter` with values that are computed
def f [n] (d: *[n]i32) (is: [n]i64) = scatter d is (map (+ 1) d)

-- right: a slice becomes a copy of a slice
def f (xs: *[]i32) = xs with [0:2] = copy xs[2:4]
