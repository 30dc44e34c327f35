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

-- A function may also consume such a constant. It consumes a copy.

def bumped = m.zero

-- ==
-- entry: consumed
-- input { 2i64 }
-- output { 1i64 1i64 2i64 0i64 }
entry consumed (x: i64) =
  let one = m.bump m.zero
  let other = m.bump m.zero
  let both = m.bump (m.bump bumped)
  in (m.sum one, m.sum other, m.sum both, x * m.sum m.zero)

-- In the body of a parametric module, the constants of the parameter are of an abstract type, whatever the argument is.

module type space = {
  type t
  val origin: t
  val move: *t -> *t
  val sum: t -> i64
}

module walk (s: space) = {
  type state = {at: s.t, steps: i64}

  def start (_: i64): state = {at = s.origin, steps = 0}
  def step ({at = _, steps}: state): state = {at = s.move s.origin, steps = steps + 1}
  def here = s.origin
  def stay (_: i64): s.t = here
}

module line = {
  type t = [2]i64
  def origin: t = [5, 6]
  def move (xs: *t): *t = let second = xs[1] in xs with [1] = second * 10
  def sum (xs: t) = i64.sum xs
}

module on_line = walk line

-- ==
-- entry: walked
-- input { 3i64 }
-- output { [5i64, 6i64] 65i64 1i64 [5i64, 7i64] [5i64, 6i64] }
entry walked (x: i64) =
  let {at, steps} = on_line.step (on_line.start x)
  let changed = on_line.stay x with [1] = 7
  in ((on_line.start x).at, line.sum at, steps, changed, copy line.origin)
