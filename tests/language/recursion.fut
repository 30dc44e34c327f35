-- A function at the top level may call itself, at its own types. Modules, types, constants and files may not use themselves.

-- wrong E0101: functions that call each other
def f (x: i32) : i32 = if x == 0 then 0 else g (x - 1)
def g (x: i32) : i32 = if x == 0 then 1 else f (x - 1)

-- wrong E0101: a constant that needs itself
def x : i32 = x + 1

-- wrong E0101: a module that uses itself
module m = { def x = m.y def y = 1i32 }

-- wrong E0101: a parametric module that applies itself
module p (a: { val x : i32 }) = { module q = p a }

-- wrong E0102: a type of itself
type t = #leaf | #node t t

-- wrong E0103: a module type of itself
module type mt = { module sub : mt }

-- wrong E0201: a recursive function at another type
def f 't (x: t) (n: i32) : i32 = if n == 0 then 0 else f (x, x) (n - 1)

-- wrong E0101: a definition that is used before it is made
def main = later + 1
def later = 2i32

-- right: a recursive function
def fact (n: i32) : i32 = if n == 0 then 1 else n * fact (n - 1)
def main (n: i32) = fact n

-- right: a later definition of the same name in a module
module m = { def x = 1i32 }
def x = m.x + 1
def main = x

-- right: a recursive function on arrays
def sum (xs: []i32) : i32 = if length xs == 0 then 0 else xs[0] + sum (drop 1 xs)
def main (xs: []i32) = sum xs

-- right: a recursive function without a result type
def f (x: i32) = if x == 0 then 0 else f (x - 1)
def main (x: i32) = f x

-- right: a recursive function of any type, at other sizes
def last [n] 't (xs: [n]t) : t = if n == 1 then xs[0] else last (drop 1 xs)
def main (xs: []i32) (b: bool) = (last xs, last [b])
