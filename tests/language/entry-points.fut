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
