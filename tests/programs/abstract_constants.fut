-- A result may be a constant of an abstract type. It is a copy, so callers may overwrite it.

module m: {
  type t
  val zero: t
  val pair: {a: t, f: i64 -> i64}
  val bump: *t -> *t
  val sum: t -> i64
} = {
  type t = [3]i64
  def zero: t = [0, 0, 0]
  def pair = {a = zero, f = \(x: i64) -> x + 1}
  def bump (xs: *t): *t = let first = xs[0] in xs with [0] = first + 1
  def sum (xs: t) = i64.sum xs
}

def start (_: i64): m.t = m.zero

def both (x: i64) = {state = m.pair, count = x}

-- ==
-- entry: main
-- input { 5i64 }
-- output { 1i64 0i64 0i64 6i64 }
entry main (x: i64) =
  let one = m.bump (start x)
  let {state, count} = both x
  in (m.sum one, m.sum m.zero, m.sum state.a, state.f count)
