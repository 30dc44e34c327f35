-- The module language: structures, module types, parametric modules, local names, opening.
-- ==
-- entry: stacks
-- input { [1,2,3] }
-- output { 3i32 3i64 9i32 }

-- ==
-- entry: monoids
-- input { [3,5,2] }
-- output { [10i32, 8i32, 10i32, 5i32, 2i32, 1i32] }

-- ==
-- entry: opened
-- input { 2i32 }
-- output { 20i32 32i32 30i32 28i32 }

-- ==
-- entry: nested
-- input { 7i64 }
-- output { 21i64 10i64 }

module type stack = {
  type~ t 'a
  val empty 'a : a -> t a
  val push 'a : a -> t a -> t a
  val top 'a : t a -> a
  val depth 'a : t a -> i64
}

module array_stack : stack = {
  type~ t 'a = {bottom: a, items: []a}
  def empty 'a (bottom: a) : t a = {bottom, items = []}
  def push 'a (x: a) (s: t a) : t a = {bottom = s.bottom, items = [x] ++ s.items}
  def top 'a (s: t a) : a = if length s.items == 0 then s.bottom else s.items[0]
  def depth 'a (s: t a) : i64 = length s.items
}

entry stacks (xs: []i32) =
  let s = array_stack.(empty 0 |> push xs[0] |> push xs[1] |> push xs[2])
  in (array_stack.top s, array_stack.depth s, array_stack.(top (empty 9)))

module type monoid = {
  type t
  val zero : t
  val (<+>) : t -> t -> t
}

module fold (M: monoid) = {
  def fold (xs: []M.t) : M.t = reduce (M.<+>) M.zero xs
  def twice (x: M.t) : M.t = x M.<+> x
}

module product_monoid (A: monoid) (B: monoid) : monoid with t = (A.t, B.t) = {
  type t = (A.t, B.t)
  def zero = (A.zero, B.zero)
  def (a: t) <+> (b: t) : t = (a.0 A.<+> b.0, a.1 B.<+> b.1)
}

module sum = { type t = i32 def zero = 0i32 def (<+>) = (i32.+) }
module maximum : monoid with t = i32 = { type t = i32 def zero = i32.lowest def (<+>) (x: i32) y = i32.max x y }
module sum_and_maximum = fold (product_monoid sum maximum)
module sums = fold sum

entry monoids (xs: []i32) =
  let (a, b) = sum_and_maximum.fold (zip xs xs)
  let (c, d) = sum_and_maximum.twice (1, 1)
  in [sums.fold xs, sums.twice 4, a, b, c, d]

module constants = {
  local def hidden = 10i32
  def ten = hidden
  def twenty = ten + hidden
  module inner = { def thirty = twenty + ten }
}

open constants.inner

entry opened (x: i32) = (constants.ten * x, constants.(twenty + ten + x), thirty, constants.inner.thirty - x)

module counter (P: { val start : i64 }) = {
  def count (n: i64) : [n]i64 = map (+ P.start) (iota n)
}

entry nested (start: i64) =
  let local_sum = i64.sum (iota start)
  in (local_sum, (let k = 3 in k + start))

module from_five = counter { def start = 5i64 }

entry counted (n: i64) = from_five.count n

-- ==
-- entry: counted
-- input { 4i64 }
-- output { [5i64, 6i64, 7i64, 8i64] }

-- A type that `with` gives to a module type has the liftedness of the type that it names.

module type comparison = {
  type~ context
  type key
  val equal : context -> key -> key -> bool
}

module type count = {
  type context
  type key
  val count [n] : context -> key -> [n]key -> i64
}

module counting (C: comparison) : count with context = C.context with key = C.key = {
  type~ context = C.context
  type key = C.key
  def count context (wanted: key) keys = i64.sum (map (\key -> i64.bool (C.equal context wanted key)) keys)
}

module remainders = counting {
  type~ context = []i64
  type key = i64
  def equal (moduli: context) (x: key) (y: key) = all (\m -> (x - y) % m == 0) moduli
}

module counting_ones (C: comparison with key = i64) : { type context val ones [n] : context -> [n]i64 -> i64 }
  with context = C.context = {
  module counted = counting C
  type context = counted.context
  def ones context keys = counted.count (context: context) 1 keys
}

module ones = counting_ones {
  type~ context = []i64
  type key = i64
  def equal (moduli: context) (x: key) (y: key) = all (\m -> (x - y) % m == 0) moduli
}

entry lifted_refinement (moduli: []i64) (keys: []i64) = (remainders.count moduli 1 keys, ones.ones moduli keys)

-- ==
-- entry: lifted_refinement
-- input { [2i64, 3i64] [1i64, 7i64, 8i64, 13i64] }
-- output { 3i64 3i64 }
