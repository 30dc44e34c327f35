-- Values of abstract types with sizes of their own: two values of such a type may differ in size, wherever they go.
-- ==
-- entry: composed
-- input { 5i64 } output { 8i64 28i64 }
-- input { 0i64 } output { 3i64 3i64 }
-- ==
-- entry: repeated
-- input { 5i64 } output { 8i64 28i64 }
-- input { 2i64 } output { 5i64 10i64 }
-- ==
-- entry: iterated
-- input { 2i64 } output { 5i64 10i64 }
-- ==
-- entry: iterated_while
-- input { 5i64 } output { 10i64 45i64 }
-- input { 12i64 } output { 12i64 66i64 }
-- ==
-- entry: applied_twice
-- input { 5i64 } output { 21i64 }
-- ==
-- entry: chosen
-- input { 5i64 false } output { 6i64 }
-- input { 5i64 true } output { 5i64 }
-- ==
-- entry: optional
-- input { 5i64 } output { 6i64 }
-- input { 2i64 } output { -1i64 }
-- ==
-- entry: lifted
-- input { 5i64 } output { [6i64, 7i64] }
-- input { 2i64 } output { [0i64, 4i64] }
-- ==
-- entry: grown_tree
-- input { 5i64 } output { 4i64 }
-- input { 6i64 } output { 45i64 }
-- ==
-- entry: fibonacci
-- input { 5i64 } output { 7i64 13i64 }
-- ==
-- entry: doubled
-- input { 5i64 } output { 20i64 2i64 }
-- input { 30i64 } output { 30i64 0i64 }
-- ==
-- entry: in_record
-- input { 5i64 } output { 8i64 }
-- ==
-- entry: functions_in_record
-- input { 5i64 } output { 8i64 }
-- ==
-- entry: recursive
-- input { 4i64 } output { [0i64, 2i64, 4i64, 6i64] }
-- ==
-- entry: irregular
-- input { 4i64 } output { [0i64, 1i64, 6i64, 15i64] }
-- ==
-- entry: local_function
-- input { 5i64 } output { 9i64 }
-- ==
-- entry: branches
-- input { 5i64 } output { 5i64 }
-- input { 3i64 } output { 4i64 }
-- ==
-- entry: constant
-- input { } output { 56i64 }
-- ==
-- entry: taken
-- input { 5i64 [1i64, 2i64, 3i64] } output { 10i64 }
-- input { 0i64 empty([0]i64) } output { 2i64 }
-- ==
-- entry: given
-- input { 3i64 } output { [0i64, 1i64, 2i64, 3i64, 4i64] }
-- ==
-- entry: consumed
-- input { 3i64 } output { [7i64, 7i64, 2i64, 3i64] }
-- ==
-- entry: of_parameter
-- input { 5i64 } output { 17i64 }
-- ==
-- entry: pair_of_parameter
-- input { 5i64 } output { 85i64 }
-- ==
-- entry: nested_parameters
-- input { 5i64 } output { 76i64 10i64 }
-- ==
-- entry: in_each_other
-- input { 5i64 } output { 738i64 }
-- ==
-- entry: known_and_hidden
-- input { 5i64 } output { 51i64 10i64 }
-- ==
-- entry: of_type
-- input { 5i64 } output { 20i64 15i64 }
-- ==
-- entry: functions_of_module
-- input { 5i64 } output { 44i64 }
-- ==
-- entry: known_argument
-- input { 5i64 } output { 8i64 13i64 45i64 }
-- ==
-- entry: known_function
-- input { 5i64 } output { [1i64, 2i64, 3i64, 4i64, 5i64] 28i64 }
-- ==
-- entry: two_known_arguments
-- input { 5i64 } output { 1007i64 }
-- ==
-- entry: partly_applied
-- input { 5i64 } output { 1007i64 1407i64 }
-- ==
-- entry: taken_as_known
-- input { 5i64 [1i64, 2i64] [3i64, 4i64, 5i64] } output { 37i64 }

module type steps = {
  type~ state
  val init : i64 -> *state
  val step : state -> state
  val join : state -> state -> state
  val fill : *state -> *state
  val sum : state -> i64
  val len : state -> i64
}

module l : steps = {
  type~ state = []i64
  def init (n: i64) : *state = iota n
  def step (x: state) : state = x ++ [length x]
  def join (x: state) (y: state) : state = x ++ y
  def fill (x: *state) : *state = x with [0] = 7 with [1] = 7
  def sum (x: state) = reduce (+) 0 x
  def len (x: state) = length x
}

def both (s: l.state) = (l.len s, l.sum s)
def repeat '~a (n: i32) (g: a -> a) (x: a) : a = loop x for i < n do g x
def repeat_recursively '~a (n: i32) (g: a -> a) (x: a) : a = if n == 0 then x else repeat_recursively (n - 1) g (g x)
def choose '~a (first: bool) (x: a) (y: a) : a = if first then x else y

type~ opt '~a = #none | #some a
type~ tree '~a = #leaf | #one a | #two a a

-- Functions of the prelude and of the program.

entry composed (n: i64) = both ((l.step >-> l.step <-< l.step) (l.init n))
entry repeated (n: i64) = both (repeat 3 l.step (l.init n))
entry iterated (n: i64) = both (iterate 3 (\x -> l.step x) (l.init n))
entry iterated_while (n: i64) = both (iterate_while (\s -> l.len s < 10) l.step (l.init n))

def twice (f: l.state -> l.state) (x: l.state) : l.state = f (f x)
entry applied_twice (n: i64) = l.init n |> twice l.step |> l.sum
entry chosen (n: i64) (first: bool) = l.len (choose first (l.init n) (l.init (n + 1)))

-- Sum types.

def some_if (b: bool) (n: i64) : opt l.state = if b then #some (l.init n) else #none

entry optional (n: i64) =
  match some_if (n > 3) n
  case #some s -> l.len (l.step s)
  case #none -> -1

def lift '~a (f: a -> a) (x: a) (o: opt a) : (opt a, a) =
  match o
  case #some y -> (#some (f y), f (f y))
  case #none -> (#none, f x)

entry lifted (n: i64) =
  let (o, s) = lift l.step (l.init 3) (some_if (n > 3) n)
  in [match o case #some s -> l.len s case #none -> 0, l.len s]

entry grown_tree (n: i64) =
  let t =
    loop t = #leaf : tree l.state for i < n do
      match t
      case #leaf -> #one (l.init i)
      case #one x -> #two x (l.step x)
      case #two _ y -> #one (l.step y)
  in match t
     case #leaf -> 0
     case #one x -> l.len x
     case #two x y -> 10 * l.len x + l.len y

-- Loops, records, functions and branches.

entry fibonacci (n: i64) =
  let (x, y) = iterate 3 (\(x, y) -> (y, l.join x y)) (l.init n, l.init 1)
  in (l.len x, l.len y)

entry doubled (n: i64) =
  let (s, k) = loop (s, k) = (l.init n, 0i64) while l.len s < 20 do (l.join s s, k + 1)
  in (l.len s, k)

entry in_record (n: i64) =
  let t = {a = l.init n, b = [l.len (l.init 2)]}
  let t = t with a = l.step t.a
  in l.len t.a + t.b[0]

entry functions_in_record (n: i64) =
  let fs = {f = l.step, g = l.step >-> l.step}
  in l.len (fs.f (fs.g (l.init n)))

entry recursive (n: i64) = map (\i -> l.len (repeat_recursively (i32.i64 i) l.step (l.init i))) (iota n)
entry irregular (n: i64) = map (\i -> l.sum (repeat (i32.i64 i) l.step (l.init i))) (iota n)

entry local_function (n: i64) =
  let f (s: l.state) = l.step (l.step s)
  in l.len (f (f (l.init n)))

entry branches (n: i64) =
  let x = l.init n
  in l.len (if n > 3 then x else let y = l.step x in y)

def three = l.init 3
def pair = (three, l.init 4)
entry constant = l.len three + l.len pair.0 + 10 * l.len (l.step pair.1)

-- Entry points.

entry taken (n: i64) (s: l.state) = l.len (iterate 2 l.step s) + n
entry given (n: i64) : l.state = repeat 2 l.step (l.init n)
entry consumed (n: i64) = l.step (l.fill (l.init n))

-- Parametric modules.

module use (P: steps) = {
  type~ pair = (P.state, P.state)
  def run (n: i64) = iterate 3 P.step (P.init n)
  def len x = P.len x
  def pair (n: i64) : pair = (P.init n, run n)
  def size (p: pair) = P.len p.0 + 10 * P.len p.1
  def with_both 't (f: P.state -> t) (n: i64) : t = f (P.join (run n) (run (n + 1)))
}

module u = use l
entry of_parameter (n: i64) = u.with_both l.len n
entry pair_of_parameter (n: i64) = u.size (u.pair n)

module type machine = {
  type~ t
  val make : i64 -> t
  val go : t -> t
  val out : t -> i64
}

-- A type of a record of values of known, hidden and other hidden sizes.
module record : machine = {
  type~ t = {q: l.state, k: i64, r: []i64}
  def make (n: i64) : t = {q = l.init n, k = n, r = replicate n 1}
  def go (x: t) : t = {q = l.step x.q, k = x.k + 1, r = filter (> 0) x.r ++ [x.k]}
  def out (x: t) = l.sum x.q + x.k + reduce (+) 0 x.r
}

module run (P: machine) (Q: steps) : {val r : i64 -> (i64, i64)} = {
  module c = use Q
  def r (n: i64) = (P.out (iterate 4 P.go (P.make n)), c.len (iterate 2 Q.step (c.run n)))
}

module r = run record l
entry nested_parameters (n: i64) = r.r n

-- A module inside of another, with a type made of hidden types.
module inner : machine = {
  type~ t = (l.state, []i64, l.state)
  def make (n: i64) : t = (l.init n, iota n, l.init 1)
  def go ((a, b, c): t) : t = (l.step a, filter (> 1) b, iterate 2 l.step c)
  def out ((a, b, c): t) = l.len a + 10 * length b + 100 * l.len c
}

module outer : {include machine val twice : t -> t} = {
  open inner
  def twice (x: t) = iterate 2 go x
}

entry in_each_other (n: i64) = outer.out (outer.go (outer.twice (outer.make n)))

-- Types with parameters.

module grid
  : { type~ t [n]
      val make : (n: i64) -> t [n]
      val grow [n] : t [n] -> t [n]
      val sum [n] : t [n] -> i64
      val rows [n] : t [n] -> [n]i64
    } = {
  type~ t [n] = ([n]i64, []i64)
  def make (n: i64) : t [n] = (iota n, [1])
  def grow [n] ((x, y): t [n]) : t [n] = (map (+ 1) x, y ++ [n])
  def sum [n] ((x, y): t [n]) = reduce (+) 0 x + reduce (+) 0 y
  def rows [n] ((x, _): t [n]) = x
}

entry known_and_hidden (n: i64) =
  let x = loop x = grid.make n for _i < 3i32 do grid.grow x
  in ( grid.sum (iterate 3 grid.grow (grid.make n)) + reduce (+) 0 (grid.rows (grid.make n))
     , length (map2 (+) (grid.rows x) (grid.rows (grid.make n))) + length (grid.rows x)
     )

module vectors
  : { type~ t 'a
      val make 'a : i64 -> a -> t a
      val append 'a : t a -> t a -> t a
      val len 'a : t a -> i64
      val fold 'a 'b : (b -> a -> b) -> b -> t a -> b
    } = {
  type~ t 'a = []a
  def make 'a (n: i64) (x: a) = replicate n x
  def append 'a (x: t a) (y: t a) : t a = x ++ y
  def len 'a (x: t a) = length x
  def fold 'a 'b (f: b -> a -> b) (z: b) (x: t a) = foldl f z x
}

entry of_type (n: i64) =
  ( vectors.len (iterate 2 (\x -> vectors.append x x) (vectors.make n 1i32))
  , vectors.fold (+) 0 (vectors.append (vectors.make n 2i64) (vectors.make 1 5))
  )

-- A function of a module that returns functions.
module functions : {include machine val ops : i64 -> {next : t -> t, size : t -> i64}} = {
  open record
  def ops (_: i64) = {next = go, size = out}
}

entry functions_of_module (n: i64) = (functions.ops 1).size (iterate 2 (functions.ops 2).next (functions.make n))

-- Arguments of parametric modules whose types are known outside, but not in the body.

module arrays = {
  type~ state = []i64
  def init (n: i64) : *state = iota n
  def step (x: state) : state = x ++ [length x]
  def join (x: state) (y: state) : state = x ++ y
  def fill (x: *state) : *state = x
  def sum (x: state) = reduce (+) 0 x
  def len (x: state) = length x
}

module k = use arrays

entry known_argument (n: i64) =
  let (x, y) = k.pair n
  in (k.len (k.run n), length (k.run n) + (k.run n)[0] + k.len (iota n), length (x ++ y) + k.size (iota 2, iota 3))

module functions_of (P: steps) = {
  def at (n: i64) (x: P.state) = (n, x)
  def app 't (f: P.state -> t) (n: i64) : t = f (iterate 3 P.step (P.init n))
}

module f = functions_of arrays
entry known_function (n: i64) = (map (+ 1) (f.at 2 (iota n)).1, f.app (\x -> reduce (+) 0 x) n)

module both_of (P: steps) (Q: steps) : machine = {
  type~ t = (P.state, Q.state)
  def make (n: i64) : t = (P.init n, Q.init (n + 1))
  def go ((p, q): t) : t = (P.step p, iterate 2 Q.step q)
  def out ((p, q): t) = P.len p + 100 * Q.len q
}

module both_known = both_of arrays arrays
entry two_known_arguments (n: i64) = both_known.out (iterate 2 both_known.go (both_known.make n))

module one_known = both_of arrays
module then_known = one_known arrays
module twice_as_fast = {open arrays def step = arrays.step >-> arrays.step}
module then_faster = one_known twice_as_fast

entry partly_applied (n: i64) =
  ( then_known.out (iterate 2 then_known.go (then_known.make n))
  , then_faster.out (iterate 2 then_faster.go (then_faster.make n))
  )

entry taken_as_known (n: i64) (x: k.pair) = k.size x + n
