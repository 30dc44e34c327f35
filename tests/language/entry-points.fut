-- What an entry point takes and gives must be known outside: no functions, no type parameters, no unknown types inside.

-- wrong E0601: a type parameter
entry f 't (x: t) = x

-- wrong E0602: a parameter that is a function
entry f (g: i32 -> i32) = g 1

-- wrong E0602: a function inside of a tuple
entry f (x: i32) = (x, \(y: i32) -> y)

-- wrong E0601: an inferred parameter that may be of any type
entry f x = x

-- wrong E0106: two entry points of one name
entry f (x: i32) = x
entry f (x: i64) = x

-- wrong E0001: an entry point inside of a parametric module's parameter
module m (p: { entry f : i32 }) = { def x = p.f }

-- wrong E0602: a function in a record parameter
entry f (r: {g: i32 -> i32, x: i32}) = r.g r.x

-- right: records, sums and tuples
entry f (r: {x: i32, y: []f32}) (s: #a | #b i32) = (r, s)

-- right: sizes
entry f [n] (xs: [n]i32) (ys: [n]i32) = map2 (+) xs ys

-- right: an abstract type
module m : { type t val zero : t val next : t -> t } = { type t = i32 def zero = 0i32 def next (x: i32) = x + 1 }
entry zero = m.zero
entry next (x: m.t) = m.next x

-- right: a function inside of the body
entry f (x: i32) = let g (y: i32) = y * 2 in g x

-- right: a result of unknown size
entry f (xs: []i32) = filter (> 0) xs

-- wrong E0602: a parameter of a lifted abbreviation
type^ fr = {f: i32 -> i32, x: i32}
entry main (r: fr) = r.f r.x

-- wrong E0603: a size that only the result has
entry main [n] (x: i32) : [n]i32 = replicate n x

-- wrong E0603: a size that is only a part of an expression
entry main [n] (xs: [n*2]i32) = xs

-- wrong E0601: an inferred parameter that may have elements of any type
entry main xs = length xs

-- right: a partial application
def add (x: i32) (y: i32) = x + y
entry main (x: i32) = add x

-- right: a size that another parameter gives
entry main (n: i64) (xs: [n]i32) = xs

-- right: a sum of a named type
type s = #a i32 | #b {x: f32}
entry mk (x: i32) : s = if x > 0 then #a x else #b {x = 1}
entry get (s: s) : i32 = match s case #a x -> x case #b {x} -> i32.f32 x

-- right: a result of an abstract lifted type
module m : { type^ t val mk : i32 -> t } = { type^ t = i32 def mk (x: i32) : t = x }
entry main (x: i32) : m.t = m.mk x

-- right: an argument and a component of the result of abstract lifted types
module m : { type^ t val mk : i32 -> t } = { type^ t = i32 def mk (x: i32) : t = x }
entry main (x: m.t) : (m.t, i32) = (x, 1)

-- right: an abstract type that is a function is the result
module m : { type^ t val mk : i32 -> t } = { type^ t = i32 -> i32 def mk (x: i32) : t = \y -> x + y }
entry main (x: i32) : m.t = m.mk x

-- wrong E0602: an abstract type that is a function is the parameter
module m : { type^ t val run : t -> i32 } = { type^ t = i32 -> i32 def run (f: t) : i32 = f 3 }
entry main (x: m.t) : i32 = m.run x
