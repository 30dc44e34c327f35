-- A size parameter must be given by the arguments, as a size of an array.

-- wrong E0301: no parameter has the size
def f [n] (x: i32) = n
def main = f 1

-- wrong E0603: only a part of an expression mentions it
def f [n] (xs: [n + 1]i32) = n
def main (xs: []i32) = f xs

-- wrong E0603: only the result has it
def f [n] (x: i32) : [n]i32 = replicate n x
def main = f 1

-- wrong E0303: only a function's type has it
def f [n] (g: [n]i32 -> i32) = n
def main = f (\xs -> xs[0])

-- wrong E0301: a size parameter that is not used at all
def f [n] 't (x: t) = x
def main = f 1

-- wrong E0105: a size parameter that is another parameter's name
def f [n] (n: i64) (xs: [n]i32) = n
def main (xs: []i32) = f 1 xs

-- wrong E0105: two size parameters of one name
def f [n] [n] (xs: [n]i32) = n
def main (xs: []i32) = f xs

-- wrong E0202: an array of another size than before
def f [n] (xs: [n]i32) (ys: [n]i32) = n
def main [n] [m] (xs: [n]i32) (ys: [m]i32) = f xs ys

-- wrong E0201: a size of another type
def f (n: i32) (xs: [n]i32) = n
def main (xs: []i32) = f 1 xs

-- wrong E0201: a size is no array
def f (n: []i64) (xs: [n]i32) = xs
def main (xs: []i32) = f [1] xs

-- wrong E0101: a size from a later parameter
def f (xs: [n]i32) (n: i64) = n
def main (xs: []i32) = f xs 1

-- wrong E0202: a number of another size than the array's
def f (n: i64) (xs: [n]i32) = xs
def main (xs: [3]i32) = f 4 xs

-- right: a size that an array gives
def f [n] (xs: [n]i32) = n
def main (xs: []i32) = f xs

-- right: a size from a parameter before
def f (n: i64) (xs: [n]i32) = xs
def main [n] (xs: [n]i32) = f n xs

-- right: a size in an array and in a function
def f [n] (g: [n]i32 -> i32) (xs: [n]i32) = g xs
def main (xs: []i32) = f (\xs -> xs[0]) xs

-- right: sizes of inner dimensions
def f [n] [m] (xss: [n][m]i32) = (n, m)
def main (xss: [][]i32) = f xss

-- right: a size that a record gives
def f [n] (r: {xs: [n]i32, k: i32}) = n
def main (xs: []i32) = f {xs, k = 1}

-- wrong E0301: an unknown size that is that of no array
def f (n: i64) : ?[k].([]i64, i64 -> [k]i64) = (iota n, \_ -> iota n)

-- wrong E0301: an unknown size of a named type
type~ t = ?[h][w].[h]i32
def main (xs: t) = xs

-- right: an unknown size that is that of an array, too
def f : ?[k].([k]i64, i64 -> [k]i64) = (iota 3, \_ -> iota 3)

-- right: a size that is asserted
def main (n: i64) : [n]i64 = iota (assert (n > 10) n)

-- wrong E0101: the size of a field is another field
def main (r: {n: i64, xs: [n]i32}) = r.xs

-- wrong E0101: the size of a component is another component
def main (n: i64, xs: [n]i32) = xs

-- wrong E0202: a lambda gives another size than its parameter
def f (k: i64) : (m: i64) -> [m]i64 = \n -> iota k

-- wrong E0202: a lambda gives another size than its named parameter says
def app (f: (n: i64) -> [n]i64) (k: i64) : [k]i64 = f k
def main (k: i64) = app (\n -> iota (n + 1)) k

-- right: a lambda gives the size that its named parameter says
def app (f: (n: i64) -> [n]i64) (k: i64) : [k]i64 = f k
def main (k: i64) = app (\n -> map (+ 1) (iota n)) k

-- wrong E0202: rows and columns change places
def main [n] [m] (xss: [n][m]f32) : [m][n]f32 = unflatten (map (+ 1) (flatten xss))

-- wrong E0302: a lambda declares no type for a parameter that depends on an earlier one
def ap (f: (n: i64) -> [n]i32 -> i32) : i32 = f 3 (replicate 3 1)
def main = ap (\n xs -> xs[0])

-- wrong E0302: the result is a lambda that declares no types
def f : (k: i64) -> [k]i32 -> i64 = \_ xs -> length xs
def main [k] (xs: [k]i32) = f k xs

-- wrong E0201: the size is computed from the earlier parameter
def dbl (n: i64) = n * 2
def ap (f: (n: i64) -> [dbl n]i32 -> i32) : i32 = f 3 (replicate (dbl 3) 1)
def main = ap (\n xs -> xs[0])

-- wrong E0201: a function for arrays of any size
def dbl (n: i64) = n * 2
def ap (f: (n: i64) -> [dbl n]i32 -> i32) : i32 = f 3 (replicate (dbl 3) 1)
def g [m] (n: i64) (xs: [m]i32) = xs[0]
def main = ap g

-- right: a lambda declares the type
def dbl (n: i64) = n * 2
def ap (f: (n: i64) -> [dbl n]i32 -> i32) : i32 = f 3 (replicate (dbl 3) 1)
def main = ap (\n (xs: [dbl n]i32) -> xs[0])

-- right: a function with the same size
def dbl (n: i64) = n * 2
def ap (f: (n: i64) -> [dbl n]i32 -> i32) : i32 = f 3 (replicate (dbl 3) 1)
def g (n: i64) (xs: [dbl n]i32) = xs[0]
def main = ap g

-- right: the size is that of an array of earlier arguments
def ap (f: (n: i64) -> [length [n, 1]]i32 -> i32) : i32 = f 3 (replicate (length [3, 1]) 1)
def g (n: i64) (xs: [length [n, 1]]i32) = xs[0]
def main = ap g
