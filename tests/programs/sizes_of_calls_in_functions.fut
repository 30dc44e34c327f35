-- Functions as values, with parameters whose sizes are calls with earlier arguments of the same function.
-- ==
-- entry: passed
-- input { 3i64 } output { 9i32 21i32 9i32 18i32 9i32 27i32 }

-- ==
-- entry: lambdas
-- input { 2i64 } output { 9i32 9i32 15i32 [9i32, 10i32] }

-- ==
-- entry: partial
-- input { 5 } output { 14i32 34i32 42i32 [9i32, 15i32] 9i32 }

-- ==
-- entry: results
-- input { 2i64 } output { [16i32, 16i32, 16i32, 16i32] [1i32, 1i32, 1i32, 1i32] [1i32, 1i32, 7i32, 1i32] }

-- ==
-- entry: in_values
-- input { 4 } output { 9i32 13i32 9i32 0i32 }

-- ==
-- entry: abbreviations
-- input { 4 } output { 4i32 7i32 8i32 true }

-- ==
-- entry: several_sizes
-- input { 2i64 } output { 16i32 1i32 3i32 true 12i32 20i32 18i32 46i32 }

-- ==
-- entry: of_functions
-- input { 2i64 } output { 4i32 16i32 8i32 }

-- ==
-- entry: modules
-- input { 4i64 } output { 9i32 21i32 18i32 9i32 38i32 50i32 }

-- ==
-- entry: recursive
-- input { 3i64 } output { 30i32 }

-- ==
-- entry: local_functions
-- input { 3i64 } output { 10i32 15i32 12i32 }

-- ==
-- entry: mapped
-- input { [1i64, 2i64, 3i64] } output { [3i32, 6i32, 9i32] 18i32 }

-- ==
-- entry: in_records
-- input { 2i64 } output { 5i32 9i32 4i32 8i32 10i32 }

-- ==
-- entry: other_expressions
-- input { 2i64 } output { 4i32 9i32 2i32 2i32 6i32 }

def dbl (n: i64) = n * 2
def scaled (k: i64) (n: i64) = k * n

def g (n: i64) (xs: [dbl n]i32) : i32 = i32.sum xs + i32.i64 n
def h (k: i64) (n: i64) (xs: [scaled k n]i32) : i32 = i32.sum xs + i32.i64 n

def ap (f: (n: i64) -> [dbl n]i32 -> i32) : i32 = f 3 (replicate (dbl 3) 1)
def ap_scaled (k: i64) (f: (n: i64) -> [scaled k n]i32 -> i32) : i32 = f 3 (replicate (scaled k 3) 1)
def ap_twice (f: (n: i64) -> [dbl n]i32 -> i32) = ap f + (f |> ap)

-- Named functions, pipes, and functions that are passed on.
entry passed (k: i64) =
  let alias = g
  in (ap g, ap_scaled (k + 3) (h (k + 3)), g |> ap, ap_twice alias, ap <| alias, ap_twice g + alias 1 (replicate (dbl 1) 4))

-- Lambdas with and without types.
entry lambdas (k: i64) =
  let both = \(n: i64) (xs: [dbl n]i32) -> i32.sum xs + i32.i64 n
  in ( ap (\n (xs: [dbl n]i32) -> i32.sum xs + i32.i64 n)
     , ap (\(n: i64) (xs: [dbl n]i32) -> i32.sum xs + i32.i64 n)
     , ap both + both k (replicate (dbl k) 1)
     , [both 3 (replicate (dbl 3) 1), both k (replicate (dbl k) 2)]
     )

def lift (x: i32) (n: i64) (xs: [dbl n]i32) : i32 = i32.sum xs + i32.i64 n + x
def rows (f: (n: i64) -> [dbl n]i32 -> i32) = f 3
def after (f: (n: i64) -> [dbl n]i32 -> i32) (c: i32) : (n: i64) -> [dbl n]i32 -> i32 = \n xs -> f n xs * c

-- Partial applications, and functions as results.
entry partial (x: i32) =
  ( ap (lift x)
  , ap (lift (x * x))
  , ap (after (lift x) 3)
  , map (rows g) [replicate (dbl 3) 1, replicate (dbl 3) 2]
  , replicate (dbl 3) 1 |> rows g
  )

def inc (n: i64) (xs: [dbl n]i32) : [dbl n]i32 = map (+ i32.i64 n) xs
def twice (f: (n: i64) -> [dbl n]i32 -> [dbl n]i32) (n: i64) (xs: [dbl n]i32) : [dbl n]i32 = f n (f n xs)
def difference (f: (n: i64) -> [dbl n]i32 -> [dbl n]i32) (g: (n: i64) -> [dbl n]i32 -> [dbl n]i32)
    : (n: i64) -> [dbl n]i32 -> [dbl n]i32 =
  \n xs -> map2 (-) (g n (f n xs)) (f n xs)
def consuming (f: (n: i64) -> *[dbl n]i32 -> *[dbl n]i32) : []i32 = f 2 (replicate (dbl 2) 1)
def overwrite (n: i64) (xs: *[dbl n]i32) : *[dbl n]i32 = xs with [n] = 7

-- Results of the same size, and consumed arguments.
entry results (n: i64) =
  (twice (twice (twice inc)) n (replicate (dbl n) 0), difference inc (difference inc (twice inc)) n (replicate (dbl n) 1), consuming overwrite)

type^ opt = #fn ((n: i64) -> [dbl n]i32 -> i32) | #no
def use (o: opt) = match o case #fn f -> ap f case #no -> 0i32

-- Functions in records and sums.
entry in_values (x: i32) =
  let r = {f = g, g = ap}
  in (r.g r.f, (\(f, y) -> ap f + y) (g, x), use (#fn g), use #no)

type^ fn 'a = (n: i64) -> [i64.max 1 n]a -> a
type^ with_arg 'a = {f: fn a, x: a}
def first 'a (n: i64) (xs: [i64.max 1 n]a) : a = xs[0]
def first_of_i32 : fn i32 = first
def plus (x: i32) : fn i32 = \n (xs: [i64.max 1 n]i32) -> x + xs[0]
def call 'a (f: fn a) (x: a) : a = f 3 (replicate (i64.max 1 3) x)
def call_with 'a (r: with_arg a) : a = call r.f r.x

entry abbreviations (x: i32) =
  (call first x, call_with {f = plus 3, x}, call first_of_i32 x + first_of_i32 2 (replicate (i64.max 1 2) x), call first true)

def two (f: (n: i64) -> (m: i64) -> [dbl n][dbl m]i32 -> i32) : i32 =
  f 3 1 (replicate (dbl 3) (replicate (dbl 1) 1))
def flat (n: i64) (m: i64) (xs: [dbl n][dbl m]i32) : i32 = i32.sum (flatten xs) + i32.i64 (n + m)
def elem 'a [k] (f: (n: i64) -> [dbl n][k]a -> a) (x: [k]a) : a = f 2 (replicate (dbl 2) x)
def last_of 'a [k] (n: i64) (xs: [dbl n][k]a) : a = xs[n, k - 1]
def sums (f: (k: i64) -> (m: i64) -> [dbl k + m]i32 -> [dbl m][dbl k]i32 -> i32) =
  f 1 2 (replicate (dbl 1 + 2) 1) (replicate (dbl 2) (replicate (dbl 1) 1))
def pairs (f: (n: i64) -> ([dbl n]i32, [dbl n]i32) -> i32) : i32 =
  f 2 (replicate (dbl 2) 1, map i32.i64 (iota (dbl 2)))
def zipped (f: (n: i64) -> ([dbl n]i32, [dbl n]i32) -> i32) : i32 =
  f 2 ([1, 2, 3, 4] :> [dbl 2]i32, replicate (dbl 2) 2)
def product (n: i64) ((xs, ys): ([dbl n]i32, [dbl n]i32)) : i32 = i32.sum (map2 (*) xs ys)
def of_outer (x: i64) (f: (n: i64) -> [dbl x]i32 -> [dbl n]i32 -> i32) : i32 =
  f 3 (replicate (dbl x) 1) (replicate (dbl 3) 1)
def weighted (x: i64) (n: i64) (as: [dbl x]i32) (bs: [dbl n]i32) : i32 = i32.sum as * 10 + i32.sum bs

entry several_sizes (x: i64) =
  ( two flat
  , two (\n m (xs: [dbl n][dbl m]i32) -> xs[n, m])
  , elem last_of [1i32, 2, 3]
  , elem last_of [false, true]
  , sums (\k m (as: [dbl k + m]i32) (bs: [dbl m][dbl k]i32) -> i32.sum as + i32.sum (flatten bs))
  , zipped product
  , zipped (\(n: i64) (xs: [dbl n]i32, ys: [dbl n]i32) -> i32.sum (map2 (+) xs ys))
  , of_outer x (weighted x)
  )

-- Parameters that are functions of arrays of such sizes.
def of_consumer (f: (k: i64) -> ([dbl k]i32 -> i32) -> i32) : i32 = f 2 (\(xs: [dbl 2]i32) -> i32.sum xs)
def consumer (k: i64) (f: [dbl k]i32 -> i32) : i32 = f (replicate (dbl k) 1)
def of_producer (f: (k: i64) -> (i64 -> [dbl k]i32) -> i32) : i32 =
  f 2 (\j -> replicate (dbl 2) (i32.i64 j))
def producer (k: i64) (f: i64 -> [dbl k]i32) : i32 = i32.sum (f 4)

entry of_functions (x: i64) =
  (of_consumer consumer, of_producer producer, of_consumer (\k (f: [dbl k]i32 -> i32) -> f (replicate (dbl k) (i32.i64 x))))

module type sized = {
  val k : i64 -> i64
  val g : (n: i64) -> [k n]i32 -> i32
  val make : (n: i64) -> [k n]i32
  val ap : (f: (n: i64) -> [k n]i32 -> i32) -> i32
}

module doubled : sized = {
  def k (n: i64) = n * 2
  def g (n: i64) (xs: [k n]i32) = i32.sum xs + i32.i64 n
  def make n = replicate (k n) 1i32
  def ap (f: (n: i64) -> [k n]i32 -> i32) = f 3 (make 3)
}

module uses (P: sized) = {
  def both = P.ap P.g + P.g 4 (P.make 4)
  def functions = (P.g, P.ap)
  def h (n: i64) (xs: [P.k n]i32) = 2 * P.g n xs
  def through_h = P.ap h
}

module used = uses doubled

module states
  : {
    type~ state
    val init : i64 -> state
    val sum : state -> (n: i64) -> [i64.max n 1]i32 -> i32
    val step : (f: (n: i64) -> [i64.max n 1]i32 -> i32) -> state -> state
  } = {
  type~ state = []i32
  def init n = replicate n 1i32
  def sum (s: state) (n: i64) (xs: [i64.max n 1]i32) = i32.sum xs + i32.i64 n + i32.sum s
  def step (f: (n: i64) -> [i64.max n 1]i32 -> i32) (s: state) : state = [f 3 (replicate (i64.max 3 1) 4)] ++ s
}

def only_sum (n: i64) (xs: [i64.max n 1]i32) = i32.sum xs

entry modules (n: i64) =
  let s = states.init n
  let t = states.step (states.sum s) s
  in ( doubled.ap doubled.g
     , used.both
     , used.through_h
     , used.functions.1 used.functions.0
     , states.sum t 3 (replicate (i64.max 3 1) 4)
     , states.sum (states.step only_sum t) 3 (replicate (i64.max 3 1) 4)
     )

def down (f: (n: i64) -> [dbl n]i32 -> i32) (n: i64) : i32 =
  if n <= 0 then 0 else down f (n - 1) + f n (replicate (dbl n) 2)

entry recursive (n: i64) = down g n

def with_max (x: i64) =
  let k = i64.max x 1
  in \(n: i64) (xs: [dbl (n + k)]i32) : i32 -> i32.sum xs

-- Local functions, and functions that leave the scope of a `let`.
entry local_functions (n: i64) =
  let add (m: i64) (xs: [dbl m]i32) : i32 = i32.sum xs + i32.i64 (m + n)
  in (with_max 3 2 (replicate (dbl (2 + i64.max 3 1)) 1), ap (\m xs -> add m xs + i32.i64 n), ap add)

def over (ns: []i64) (f: (n: i64) -> [dbl n]i32 -> i32) = map (\n -> f n (replicate (dbl n) 1)) ns
def total [k] (ns: [k]i64) (f: (n: i64) -> [dbl n]i32 -> i32) = reduce (+) 0 (over ns f)

-- Parallel uses.
entry mapped (ns: []i64) = (over ns g, total ns g)

def sum2 (a: i64) (b: i64) = a + b
def with_offset (n: i64) (r: (i32, [sum2 n 1]i32 -> i32)) = r.1 (replicate (sum2 n 1) 2) + r.0
def of_offset (g: (n: i64) -> (i32, [sum2 n 1]i32 -> i32) -> i32) = g 3 (1, \xs -> i32.sum xs)
def of_pair (n: i64) (r: ([sum2 n 1]i32, [sum2 n 1]i32 -> i32)) = r.1 r.0
def of_of_pair (g: (n: i64) -> ([sum2 n 1]i32, [sum2 n 1]i32 -> i32) -> i32) =
  g 3 (replicate (sum2 3 1) 1, \xs -> xs[0] + xs[3] + i32.i64 (length xs) - 2)
def deep (n: i64) (r: {f: [sum2 n 1]i32 -> [sum2 n 1]i32, x: {g: [sum2 n 1]i32 -> i32, y: [sum2 n 1]i32}}) = r.x.g (r.f r.x.y)

-- Records of functions and arrays.
entry in_records (n: i64) =
  ( with_offset n (-1, \xs -> xs[0] + xs[n] + i32.i64 (length xs) - 1)
  , of_offset with_offset
  , of_of_pair of_pair
  , (of_pair n) (replicate (sum2 n 1) 2, \xs -> i32.sum xs + 2)
  , deep n {f = map (+ 1), x = {g = \xs -> i32.sum xs + 1, y = replicate (sum2 n 1) 2}}
  )

def c (x: #a i64 | #b) : i64 = match x case #a n -> n case #b -> 0
def ap_con (f: (n: i64) -> [c (#a n)]i32 -> i32) = f 3 (replicate (c (#a 3)) 1)
def ap_range (f: (n: i64) -> [length (0..<n)]i32 -> i32) = f 4 (replicate (length (0..<4)) 1)
def ap_float (f: (n: i64) -> [i64.f32 (1.5 * f32.i64 n)]i32 -> i32) = f 2 (replicate (i64.f32 (1.5 * f32.i64 2)) 1)
def ap_slice (f: (n: i64) -> [length (iota n)[1:3]]i32 -> i32) = f 4 (replicate (length (iota 4)[1:3]) 1)
def ap_update (f: (n: i64) -> [i64.sum ([n, n] with [0] = 1)]i32 -> i32) = f 2 (replicate (i64.sum ([2, 2] with [0] = 1)) 2)
def of_range (n: i64) (xs: [length (0..<n)]i32) = i32.sum xs + i32.i64 n + 1

-- Sizes that are other expressions.
entry other_expressions (_n: i64) =
  ( ap_con (\n (xs: [c (#a n)]i32) -> i32.sum xs + 1)
  , ap_range of_range
  , ap_float (\n (xs: [i64.f32 (1.5 * f32.i64 n)]i32) -> i32.sum xs - 1)
  , ap_slice (\n (xs: [length (iota n)[1:3]]i32) -> i32.sum xs)
  , ap_update (\n (xs: [i64.sum ([n, n] with [0] = 1)]i32) -> i32.sum xs)
  )
