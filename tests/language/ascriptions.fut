-- `e : t` says the type that `e` has; `e :> t` checks its sizes when it runs.

-- wrong E0202: an ascription of another size
def main (n: i64) (m: i64) = (iota n : [m]i64)

-- wrong E0201: an ascription of another element type
def main (n: i64) = (iota n : [n]i32)

-- wrong E0201: a coercion to another element type
def main (n: i64) = iota n :> [n]i32

-- wrong E0201: a coercion to another rank
def main (n: i64) = iota n :> [n][1]i64

-- wrong E0201: an abstract type is not what it stands for
module m : { type t val x : t } = { type t = i32 def x = 1i32 }
def main = (m.x : i32)

-- wrong E0201: a number is no value of an abstract type
module m : { type t val f : t -> i32 } = { type t = i32 def f (x: i32) = x }
def main = m.f (1 : m.t)

-- wrong E0114: a size-lifted abbreviation with an argument that it does not take
type~ t = []i32
def main (xs: t [3]) = xs

-- wrong E0114: an abbreviation without its size
type vec [n] = [n]i32
def main (xs: vec) = xs

-- wrong E0201: a lifted abbreviation is no element of an array
type^ fun = i32 -> i32
def main (x: i32) = map (\(f: fun) -> f x) [(+ 1), (+ 2)]

-- wrong E0201: a coercion of a function
def f (x: i32) = x
def main = (f :> i32 -> i64) 1

-- right: the sizes are equal
def main (n: i64) = (iota n : [n]i64)

-- right: the sizes are checked when it runs
def main (n: i64) (m: i64) = iota n :> [m]i64

-- right: an unknown size fits any
def main (n: i64) = (iota n : []i64)

-- right: a value of the abstract type comes from the module
module m : { type t val x : t val f : t -> i32 } = { type t = i32 def x = 1i32 def f (x: i32) = x }
def main = m.f (m.x : m.t)

-- right: a size-lifted abbreviation
type~ t = []i32
def main (xs: t) = length xs

-- wrong E0201: the abstract type of another module
module type num = { type t val one : t }
module p (a: num) (b: num) = { def x = (a.one : b.t) }

-- wrong E0201: a declared result of a size-lifted abbreviation that the value does not have
type~ v = []i32
def f (x: i32) : v = x
