-- An abbreviation has no sizes of its own, unless it is size-lifted (`type~`), and no functions, unless it is lifted (`type^`).

-- wrong E0216: an anonymous size
type t = []i32
def f (x: t) = x

-- wrong E0216: an anonymous size inside of a record
type t = {a: i32, b: []f32}

-- wrong E0216: a function in a type that is not lifted
type t = i32 -> i32

-- wrong E0216: a function in a type that is only size-lifted
type~ t = i32 -> []i32

-- wrong E0301: a size parameter that the type does not use
type t [n] = i32

-- wrong E0105: a type parameter twice
type t 'a 'a = (a, a)

-- wrong E0101: an unbound size
type t = [n]i32

-- wrong E0216: a lifted parameter in a type that is not lifted
type t '^a = (a, i32)

-- wrong E0102: an abbreviation of itself
type t = (i32, t)

-- wrong E0212: an array of a lifted parameter
type^ t '^a = []a

-- wrong E0212: an array of a size-lifted parameter
type~ t '~a = []a

-- wrong E0114: too few arguments
type pair 'a 'b = (a, b)
def f (x: pair i32) = x

-- wrong E0115: a type where a size is needed
type vec [n] 't = [n]t
def f [n] (x: vec i32 [n]) = x

-- wrong E0106: two abbreviations of one name
type t = i32
type t = bool

-- wrong E0202: the size is a power of another number
type t [r] = [2**r]i64
def f (x: i32) (xs: []i64): t [i64.i32 x] = xs :> [3**(i64.i32 x)]i64

-- wrong E0216: a type that is declared as size-lifted, in one that is not
type~ t = i32
type s = {a: t}

-- wrong E0216: an abstract type that may be size-lifted
module f (p: { type~ t }) = { type s = p.t }

-- wrong E0216: a size-lifted abstract type of a module
module m : { type~ t } = { type~ t = i32 }
type s = #a m.t | #b

-- wrong E0216: a size-lifted type parameter
type s '~a = #a a | #b

-- wrong E0216: the argument of a named type
type~ option '~a = #none | #some a
type s = option i32

-- right: a size-lifted type
type~ t = []i32
def main (x: t) = length x

-- right: a lifted type
type^ t = i32 -> i32
def f (g: t) = g 1
def main (x: i32) = f (+ x)

-- right: sizes and types as parameters
type vec [n] 't = [n]t
def main [n] (x: vec [n] i32) = n + length x

-- right: a lifted parameter of a lifted type
type^ t '^a = (a, i32)
def f (x: t (i32 -> i32)) = x.0 x.1
def main (y: i32) = f ((+ 1), y)

-- right: a constant size
type v3 = [3]f32
def main (x: v3) = x[0]

-- right: a size that is defined
def n : i64 = 3
type t = [n]i32
def main (x: t) = x[2]

-- right: the size is a power of a computed number
type t [r] = {a: [2**r]i64, b: [r / 2]i64}
def f (x: i32) (xs: []i64) =
  let u: t [i64.i32 x] = {a = xs :> [2**(i64.i32 x)]i64, b = xs :> [(i64.i32 x) / 2]i64}
  in u

-- right: size-lifted types in a size-lifted type
type~ t = i32
type~ option '~a = #none | #some a
type~ s = {a: t, b: option i32}

-- right: what the argument of a module is does not matter for its body
module f (p: { type t }) = { type s = {a: p.t} }
module m = f { type t = i32 }
type u = {b: m.s}

-- right: the body of a parametric module says `type~`, whatever its argument is
module f (p: { type~ t }) = { type~ s = {a: p.t} }
module m = f { type t = i32 }
def main (x: m.s) = x.a + 1

-- wrong E0216: an abstract size-lifted type in a record
module m : { type~ t } = { type~ t = []i32 }
type r = {x: m.t}

-- wrong E0115: a type as a size
type vec [n] = [n]i32
def f (x: vec i32) = x

-- wrong E0114: too many sizes
type vec [n] = [n]i32
def f (x: vec [2] [3]) = x

-- wrong E0114: a size for an abbreviation without parameters
type t = i32
def f (x: t [3]) = x

-- wrong E0114: a specified type without its size
module type mt = { type t [n] val f [n] : t [n] -> t }

-- wrong E0216: an anonymous size in a module type
module type mt = { type t = []i32 }

-- right: a size parameter in a module type
module type mt = { type t [n] = [n]i32 val f [n] : t [n] -> i64 }
module m : mt = { type t [n] = [n]i32 def f [n] (_: t [n]) = n }

-- wrong E0202: size parameters in the wrong order
type params [n] [m] = {weights: [m][n]f32, bias: [m]f32}
def apply [n] [m] (p: params [m] [n]) (x: [n]f32) : [m]f32 = map2 (\w b -> f32.sum (map2 (*) w x) + b) p.weights p.bias

-- right: a record with size parameters
type params [n] [m] = {weights: [m][n]f32, bias: [m]f32}
def apply [n] [m] (p: params [n] [m]) (x: [n]f32) : [m]f32 = map2 (\w b -> f32.sum (map2 (*) w x) + b) p.weights p.bias
def main [n] [m] (w: [m][n]f32) (b: [m]f32) (xs: [][n]f32) = map (apply {weights = w, bias = b}) xs

-- wrong E0202: a record whose fields do not fit together
type params [n] [m] = {weights: [m][n]f32, bias: [m]f32}
def apply [n] [m] (p: params [n] [m]) (x: [n]f32) : [m]f32 = map2 (\w b -> f32.sum (map2 (*) w x) + b) p.weights p.bias
def main [n] [m] (w: [m][n]f32) (b: [n]f32) (xs: [][n]f32) = map (apply {weights = w, bias = b}) xs

-- right: a sum with a size parameter
type opt [n] = #none | #some [n]i32
def get [n] (d: [n]i32) (o: opt [n]) : [n]i32 = match o case #none -> d case #some x -> x
def main (xs: []i32) (b: bool) = get xs (if b then #some xs else #none)

-- wrong E0202: a sum with a size parameter at another size
type opt [n] = #none | #some [n]i32
def get [n] (d: [n]i32) (o: opt [n]) : [n]i32 = match o case #none -> d case #some x -> x
def main (xs: []i32) (b: bool) = get (xs ++ [1]) (if b then #some xs else #none)
