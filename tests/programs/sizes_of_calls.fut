-- Sizes that are calls, wherever a size may stand.
-- ==
-- entry: partial
-- input { 2 [1, 5, 6] } output { [true, true] [7, 7] [8, 8, 8, 8, 8] [true, true] 4i64 }
-- input { 0 [1] } output { empty([0]bool) empty([0]i32) [8] empty([0]bool) 2i64 }

-- ==
-- entry: mapped
-- input { 1i64 2i64 }
-- output { [[0i64, 0i64], [1i64, 1i64]] [[[0i64, 0i64], [1i64, 1i64]], [[1i64, 1i64], [2i64, 2i64]]] [1i64, 1i64] }

-- ==
-- entry: functions
-- input { 2i64 } output { 5i32 [1i32, 1i32, 1i32, 1i32, 1i32] 7i32 }

-- ==
-- entry: patterns
-- input { 1i64 } output { [8i32, 8i32] }

-- ==
-- entry: named
-- input { 1i64 } output { [4i32] 5i32 3i64 5i64 [4i32, 4i32] }

-- ==
-- entry: lambdas
-- input { [1i64, 2i64] } output { [2i32, 2i32, 2i32] 3i64 }

-- ==
-- entry: modules
-- input { 3i64 } output { [1i32, 1i32, 1i32] 6i64 [3i32, 3i32, 3i32] 2i64 }

-- ==
-- entry: branches
-- input { 1i64 [1, 2] } output { 2i64 }
-- input { 2i64 [1, 2] } output { 1i64 }
-- input { 3i64 [1, 2] } output { 0i64 }

-- ==
-- entry: applied
-- input { 1i64 } output { [2i32, 2i32] [2i64, 2i64] [3i32, 3i32] [[3i32, 3i32]] }

def k (n: i64) = n * n + 1

-- The size of the result depends on a parameter of the partial application.
def f n = replicate (i64.i32 n)
def g (n: i32) : i32 -> [i64.i32 n]i32 = replicate (i64.i32 n)
def squares (n: i32) = let m = k (i64.i32 n) in replicate m
def big (xs: []i32) = let ys = filter (> 2) xs in replicate (length ys)
def len (n: i64) (xs: [k n]i32) = length xs
def both (n: i64) (m: i64) (xs: [k n]i32) (ys: [k m]i32) : [k (n + m)]i32 = replicate (k (n + m)) (xs[0] + ys[0])
def both2 n = both n 2

entry partial (n: i32) (xs: []i32) =
  let h = len 1
  in ( f n true
     , g n 7
     , squares n 8
     , if n == 0 then f n true else big xs true :> [i64.i32 n]bool
     , h (replicate (k 1) 0) + length (both2 0 (replicate (k 0) 0) (replicate (k 2) 0)) - 5
       + i64.i32 n
     )

def mk (n: i64) (x: i64) : [k n]i64 = replicate (k n) x

entry mapped (n: i64) (m: i64) =
  ( map (mk n) (iota m)
  , iota m |> map (\i -> map (\j -> replicate (k n) (i + j)) (iota 2))
  , iota m |> map (\i -> replicate (k n) i) |> reduce (map2 (+)) (replicate (k n) 0)
  )

def takes (n: i64) (g: [k n]i32 -> i32) = g (replicate (k n) 1)
def gives (n: i64) (g: i32 -> [k n]i32) = g 1
def first [m] (_: i64) (xs: [m]i32) : i32 = xs[0] + i32.i64 m

entry functions (n: i64) =
  (takes n (\xs -> reduce (+) 0 xs), gives n (\x -> replicate (k n) x), takes n (first n) + 1)

entry patterns (n: i64) =
  let r = loop (ys: [k n]i32) = replicate (k n) 1 for _i < 3 do map (+ 1) ys
  in match (map (+ 2) r, 2i32)
     case (xs: [k n]i32, y) -> map (+ y) xs

type both [n] = {a: [n]i32, b: [k n]i32}
type~ some_both = ?[n].both [n]
type opt [n] = #none | #some ([k n]i32)
def mkb (n: i64) : both [n] = {a = replicate n 1, b = replicate (k n) 3}
def mks (n: i64) : some_both = mkb n
def mkm (n: i64) : ?[m].{a: [m]i32, b: [k m]i32} = mks (n + 1)
def add [n] (x: both [n]) : [n]i32 = map2 (+) x.a (x.b[:n] :> [n]i32)
def add_some (x: some_both) : []i32 = add x
def opt (n: i64) : opt [n] = if n > 0 then #some (replicate (k n) 2) else #none
def sum [n] (x: opt [n]) = match x case #none -> 0 case #some xs -> i32.sum xs + i32.i64 n
def lengths (x: some_both) = length x.a + length x.b

entry named (n: i64) =
  (add (mkb n), sum (opt n : opt [n]), lengths (mks n), lengths (mkm n) - 2, add_some (mkm n))

def total = reduce (+) 0i64
def plus_one [m] (ns: [m]i64) (xs: [reduce (+) 0 ns]i32) : [reduce (+) 0 ns]i32 = map (+ 1) xs
def shifted (b: i64) : [1 << b]i32 = replicate (1 << b) 3
def of_total [m] (ns: [m]i64) (xs: [total ns]i32) = length xs

entry lambdas (ns: []i64) =
  ( plus_one ns (replicate (reduce (+) 0 ns) 1)
  , of_total ns (replicate (total ns) 0) + length (map2 (+) (shifted 1) (shifted 1)) - 2
  )

module type sized = {
  type t [n]
  type r [n]
  val cap : (n: i64) -> [i64.abs n]i32
  val mk : (n: i64) -> t [i64.abs n]
  val use [n] : t [i64.abs n] -> i64
  val both [n] : t [i64.abs n] -> t [i64.abs n]
  val mk_r : (n: i64) -> r [n]
  val of_r [n] : r [n] -> [i64.abs n]i32
  val number : () -> *i64
}

module sized : sized = {
  type t [n] = [n]i32
  type r [n] = {a: [n](), b: [i64.abs n]i32}
  def mk_r (n: i64) : r [n] = {a = replicate n (), b = replicate (i64.abs n) 2}
  def of_r [n] (r: r [n]) = r.b
  def cap (n: i64) = replicate (i64.abs n) 1i32
  def mk (n: i64) : t [i64.abs n] = replicate (i64.abs n) 1i32
  def use [n] (xs: t [i64.abs n]) = length xs + n
  def both [n] (xs: t [i64.abs n]) : t [i64.abs n] = map (+ 1) xs
  def number () : i64 = 2
}

module uses (m: sized) = {
  def three = m.mk 3
  def pair (n: i64) = m.both (m.mk n)
  def use (n: i64) = let x = m.mk n in m.use x
  def sum (n: i64) = map2 (+) (m.cap n) (m.of_r (m.mk_r n))
}

module used = uses sized

entry modules (n: i64) = (sized.cap n, used.use n, used.sum n, sized.number ())

def branch (n: i64) (xs: []i32) : ?[k].(#some ([k]i32) | #none) =
  match n
  case 1 -> #some xs
  case 2 -> #some (filter (> 1) xs)
  case _ -> #none

entry branches (n: i64) (xs: []i32) = match branch n xs case #some xs -> length xs case #none -> 0

-- The size depends on the parameter's own argument; on a `let` that has ended.
def apply (f: (n: i64) -> i32 -> [k n]i32) (n: i64) : [k n]i32 = f n 2
def zeros (n: i64) = let m = k n in replicate m 1i64
def step (n: i64) (xs: [k n]i32) : [k n]i32 = map (+ 1) xs

entry applied (n: i64) =
  ( apply (\m x -> replicate (k m) x) n
  , map2 (+) (zeros n) (zeros n)
  , iterate 3 (step n) (replicate (k n) 0)
  , map (step n) [replicate (k n) 2]
  )
