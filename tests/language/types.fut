-- Types fit; what they are must be decided.

-- wrong E0201: an operand of another type
def main (x: i32) (y: i64) = x + y

-- wrong E0201: a condition that is no truth value
def main (x: i32) = if x then 1 else 2

-- wrong E0201: branches of other types
def main (b: bool) = if b then 1i32 else 1i64

-- wrong E0201: an argument of another type
def f (x: i32) = x
def main = f true

-- wrong E0205: too many arguments
def f (x: i32) = x
def main = f 1 2

-- wrong E0205: a number is no function
def main (x: i32) = x 1

-- wrong E0201: an index that is no integer
def main (xs: []i32) = xs[1.5]

-- wrong E0210: an index into a number
def main (x: i32) = x[0]

-- wrong E0210: more indices than dimensions
def main (xs: []i32) = xs[0, 0]

-- wrong E0201: elements of other types
def main = [1i32, true]

-- wrong E0201: a fraction as an integer
def main (x: i32) = x + 1.5

-- wrong E0206: functions are not compared
def main = (\(x: i32) -> x) == (\x -> x)

-- wrong E0212: a function in an array
def main = [(\(x: i32) -> x)]

-- wrong E0213: a function from a branch
def main (b: bool) = (if b then (+ 1) else (+ 2)) 3i32

-- wrong E0213: a function through a loop
def main (n: i64) = (loop f = (\(x: i32) -> x) for i < n do (\x -> f x + 1)) 3

-- wrong E0203: a type that contains itself
def main = (\x -> x x) 1

-- wrong E0207: a record that is not known
def f r = r.a

-- wrong E0206: a type parameter is no number
def f 't (x: t) = x + x

-- wrong E0201: a type parameter is no concrete type
def f 't (x: t) : i32 = x

-- wrong E0201: two type parameters are not one
def f 'a 'b (x: a) (y: b) = [x, y]

-- wrong E0201: a declared result of another type
def main (x: i32) : i64 = x

-- wrong E0206: negation of a truth value
def main (b: bool) = -b

-- wrong E0206: `!` of a float
def main (x: f32) = !x

-- wrong E0206: a shift of a float
def main (x: f32) = x << 1

-- wrong E0212: a lifted type parameter in an array
def f '^t (x: t) = [x]

-- wrong E0213: a lifted type parameter from a branch
def f '^t (b: bool) (x: t) (y: t) = if b then x else y

-- wrong E0201: a function as an argument for a type parameter that is not lifted
def f 't (x: t) = [x]
def main = f (\(x: i32) -> x)

-- wrong E0201: an update with another type
def main (xs: *[]i32) = xs with [0] = true

-- wrong E0204: a record update of a field that is not there
def main (r: {a: i32}) = r with b = 1

-- wrong E0201: a range of floats and integers
def main (x: f32) = [x..<3i32]

-- right: functions as arguments
def f '^t (x: t) = x
def main (x: i32) = f (\y -> y + x) 1

-- right: numbers of the type that is needed
def main (x: f64) (y: u8) = (x + 1, y * 2)

-- right: comparison of records and arrays
def main (r: {a: i32, b: bool}) (xs: []i32) = r == {a = 1, b = true} && xs == [1, 2]

-- right: a record update
def main (r: {a: i32, b: {c: bool}}) = r with b.c = false

-- right: a polymorphic function at two types
def same 't (x: t) = x
def main (x: i32) (b: bool) = (same x, same b)

-- right: rows by indices
def main (xss: [][]i32) = (xss[0], xss[0, 0], xss[0][0])

-- right: ranges
def main (x: i32) = ([x..<10], [x..x+2...20], [10..9..>x])

-- wrong E0207: an update of a record that is not known
def f r = r with a = 1i32

-- right: an update of a record that is known only later
def main (rs: []{a: i32, b: i32}) = (\f -> map f rs) (\r -> r with a = r.b)

-- right: an update of a record that the next argument decides
def main = map (\r -> r with a = 1i32) [{a = 2i32, b = 3i32}]

-- right: a function as an argument of a named type
type^ box 't = {value: t}
def main (x: i32) = let b: box (i32 -> i32) = {value = (+ 1)} in b.value x

-- wrong E0206: values of a type parameter are compared
def f 't (x: t) (y: t) = x == y

-- wrong E0206: records with functions are compared
def f (x: {a: i32, b: i32 -> i32}) = x == x

-- right: sums with arrays are compared
def f (x: #a i32 | #b [2]bool) = x == x

-- right: an abstract lifted type for a lifted type parameter
module m : { type^ t val mk : i32 -> t val app : t -> i32 -> i32 } = { type^ t = i32 -> i32 def mk (n: i32) : t = (+ n) def app (f: t) x = f x }
def id '^t (x: t) = x
def main (x: i32) = m.app (id (m.mk 2)) x

-- right: an abstract size-lifted type for a size-lifted type parameter
module m : { type~ t val mk : i64 -> t val size : t -> i64 } = { type~ t = []i32 def mk (n: i64) : t = replicate n 0i32 def size (x: t) = length x }
def id '~t (x: t) = x
def main (n: i64) = m.size (id (m.mk n))

-- wrong E0201: a pattern without a field of the record
def f (r: {a: i32, b: i32}) = let {a} = r in a

-- wrong E0201: a pattern with a field that the record does not have
def f (r: {a: i32, b: i32}) = let {a, b, c} = r in a

-- wrong E0201: a text as an array of other numbers
def x : []i32 = "hello"

-- wrong E0210: a slice of a number
def f [n] (xs: [n]i32) = xs[1:3, 0]

-- wrong E0201: a slice from a fraction
def f [n] (xs: [n]i32) = xs[1.0:3]

-- wrong E0202: an update with a row of another size
def f [n] (xs: *[n][n]i32) (m: i64) = xs with [0] = replicate m 1

-- wrong E0201: an assertion of a number
def f (x: i32) = assert x 1i32

-- wrong E0206: an order of tuples
def f (x: (i32, i32)) = x < x

-- right: slices of rows and columns
def f [n] (xs: [n][n]i32) = (xs[1:3], xs[:2, 0], xs[::2], xs[n - 1, ::-1])

-- right: ranges of all forms
def f (n: i64) = (iota n, 0..<n, 0..1..<n, n..>0, 0...n)
