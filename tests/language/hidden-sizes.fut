-- Values of an abstract type with sizes of its own may differ in size. No code outside the module relies on a size.

-- wrong E0202: the module takes two values of the same size
module l: { type~ s val i: i64 -> s val f: s -> s -> i64 } = {
  type~ s = []i64
  def i (n: i64): s = iota n
  def f [n] (x: [n]i64) (y: [n]i64) = length x + length y
}

-- wrong E0202: the module takes values of one size
module l: { type~ s val f: s -> i64 } = { type~ s = []i64 def f (x: [2]i64) = x[0] }

-- wrong E0116: a function of hidden values is an argument
module l: { type~ s val f: (s -> s) -> s -> s } = { type~ s = []i64 def f (_: s -> s) (x: s): s = x }

-- wrong E0116: a function of hidden values is an argument of a polymorphic function
module l: { type~ s val f 'a: (s -> a) -> s -> a } = { type~ s = []i64 def f 'a (g: s -> a) (x: s): a = g x }

-- wrong E0116: a constant has a hidden size
module l: { type~ s val z: s } = { type~ s = []i64 def z = iota 3 }

-- wrong E0201: a value of a hidden type is used as an array
module l: { type~ s val i: i64 -> s } = { type~ s = []i64 def i (n: i64): s = iota n }
def main (n: i64) = length (l.i n)

-- wrong E0201: an array is used as a value of a hidden type
module l: { type~ s val f: s -> i64 } = { type~ s = []i64 def f (x: s) = length x }
def main (n: i64) = l.f (iota n)

-- wrong E0201: two modules have different hidden types
module type t = { type~ s val i: i64 -> s val f: s -> i64 }
module l: t = { type~ s = []i64 def i (n: i64): s = iota n def f (x: s) = length x }
module m: t = l
def main (n: i64) = m.f (l.i n)

-- wrong E0212: an array of hidden values
module l: { type~ s val i: i64 -> s } = { type~ s = []i64 def i (n: i64): s = iota n }
def main (n: i64) = length [l.i n, l.i 2]

-- wrong E0212: a map that makes hidden values
module l: { type~ s val i: i64 -> s } = { type~ s = []i64 def i (n: i64): s = iota n }
def main (n: i64) = map l.i (iota n)

-- wrong E0201: a hidden value for a type parameter that is not lifted
module l: { type~ s val i: i64 -> s } = { type~ s = []i64 def i (n: i64): s = iota n }
def same 'a (x: a): a = x
def main (n: i64) = same (l.i n)

-- wrong E0206: hidden values are compared
module l: { type~ s val i: i64 -> s } = { type~ s = []i64 def i (n: i64): s = iota n }
def main (n: i64) = l.i n == l.i 2

-- wrong E0202: the known size of a type differs, whatever it hides
module g: { type~ t [n] val i: (n: i64) -> t [n] val f [n]: t [n] -> t [n] -> i64 } = {
  type~ t [n] = ([n]i64, []i64)
  def i (n: i64): t [n] = (iota n, [1])
  def f [n] ((x, _): t [n]) (_: t [n]) = length x
}
def main (n: i64) = g.f (g.i n) (g.i (n + 1))

-- wrong E0201: the body of a parametric module uses a hidden value as an array, whatever the argument is
module type t = { type~ s val i: i64 -> s }
module p (a: t) = { def f (n: i64) = length (a.i n) }
module m = p { type~ s = []i64 def i (n: i64): s = iota n }

-- wrong E0202: outside of the body, the sizes of an argument's type are known and differ
module type t = { type~ s val i: i64 -> s }
module p (a: t) = { def f (n: i64) = a.i n }
module m = p { type~ s = []i64 def i (n: i64): s = iota n }
def main (n: i64) = zip (m.f n) (iota n)

-- right: the body of a parametric module, for an argument whose type is known
module type t = { type~ s val i: i64 -> s val f: s -> s }
module p (a: t) = { def f (n: i64) = iterate 2 a.f (a.i n) }
module m = p { type~ s = []i64 def i (n: i64): s = iota n def f (x: s): s = x ++ [1] }
def main (n: i64) = length (m.f n)

-- right: two values of any sizes
module l: { type~ s val i: i64 -> s val f: s -> s -> i64 } = {
  type~ s = []i64
  def i (n: i64): s = iota n
  def f (x: s) (y: s) = length x + length y
}
def main (n: i64) = l.f (l.i n) (l.i (n + 1))

-- right: a function that changes the size is an argument
module l: { type~ s val i: i64 -> s val f: s -> s } = {
  type~ s = []i64
  def i (n: i64): s = iota n
  def f (x: s): s = x ++ [1]
}
def repeat '~a (n: i32) (g: a -> a) (x: a): a = loop x for _i < n do g x
def main (n: i64) = iterate 2 l.f (repeat 3 l.f ((l.f >-> l.f) (l.i n)))

-- right: values of different size for one type parameter
module l: { type~ s val i: i64 -> s } = { type~ s = []i64 def i (n: i64): s = iota n }
def choose '~a (first: bool) (x: a) (y: a): a = if first then x else y
def main (n: i64) = choose (n > 2) (l.i n) (l.i 3)

-- right: a case of a sum type with hidden values
module l: { type~ s val i: i64 -> s } = { type~ s = []i64 def i (n: i64): s = iota n }
type~ opt '~a = #none | #some a
def main (n: i64): opt l.s = #some (l.i n)

-- right: a function on hidden values is an argument outside of the module
module l: { type~ s val i: i64 -> s val f: s -> s } = {
  type~ s = []i64
  def i (n: i64): s = iota n
  def f (x: s): s = x ++ [1]
}
def twice (f: l.s -> l.s) (x: l.s): l.s = f (f x)
def main (n: i64) = twice l.f (l.i n)

-- right: a function that makes hidden values is an argument of the module's function
module l: { type~ s val i: i64 -> s val f: (i64 -> s) -> i64 } = {
  type~ s = []i64
  def i (n: i64): s = iota n
  def f (g: i64 -> s) = length (g 2)
}
def main (n: i64) = l.f (\k -> l.i (k + n))

-- right: a result has functions of hidden values
module l: { type~ s val i: i64 -> s val f: i64 -> (i64, s -> i64) } = {
  type~ s = []i64
  def i (n: i64): s = iota n
  def f (n: i64) = (n, \(x: s) -> length x + n)
}
def main (n: i64) = (l.f n).1 (l.i n)

-- right: the body of a parametric module does not know the sizes either
module type t = { type~ s val i: i64 -> s val f: s -> s }
module l: t = { type~ s = []i64 def i (n: i64): s = iota n def f (x: s): s = x ++ [1] }
module p (a: t) = { def main (n: i64) = iterate 2 a.f (a.i n) }
module m = p l
def main = m.main

-- right: the known size of a type is the same
module g: { type~ t [n] val i: (n: i64) -> t [n] val f [n]: t [n] -> t [n] -> i64 } = {
  type~ t [n] = ([n]i64, []i64)
  def i (n: i64): t [n] = (iota n, [1])
  def f [n] ((x, _): t [n]) (_: t [n]) = length x
}
def main (n: i64) = g.f (g.i n) (iterate 3 (\x -> x) (g.i n))

-- right: a constant has functions of hidden values
module l: { type~ s val i: i64 -> s val f: {size: s -> i64} } = {
  type~ s = []i64
  def i (n: i64): s = iota n
  def f = {size = \(x: s) -> length x}
}
def main (n: i64) = l.f.size (l.i n) + l.f.size (l.i 2)
