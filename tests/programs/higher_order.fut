-- Functions of functions: composition, partial application, functions in records, closures.
-- ==
-- entry: composed
-- input { 5i32 }
-- output { 11i32 80i32 5i32 -4i32 10i32 }

-- ==
-- entry: closures
-- input { [1,2,3] 10i32 }
-- output { [11i32, 12i32, 13i32] [42i32, 44i32, 46i32] -9i32 1i32 10i32 }

-- ==
-- entry: records
-- input { 2i32 3i32 }
-- output { 15i32 60i32 2i32 }

-- ==
-- entry: iterated
-- input { 3i32 }
-- output { 48i32 243i32 52i32 }

-- ==
-- entry: church
-- input { 4i32 }
-- output { 20i32 }

def twice 'a (f: a -> a) : a -> a = f >-> f
def compose3 '^a '^b '^c '^d (f: c -> d) (g: b -> c) (h: a -> b) (x: a) : d = f (g (h x))

entry composed (x: i32) =
  (twice (+ 3) x, (twice (twice (* 2))) x, compose3 (+ 1) (* 2) (\y -> y - 3) x, (curry (\(a, b) -> a - b)) 1 x, uncurry (+) (x, x))

entry closures (xs: []i32) (n: i32) =
  let add k = \x -> x + k * n
  let fs = (add 1, add 2)
  in (map fs.0 xs, map (fs.1 >-> (* 2)) xs, flip (-) n 1, const 1 n, id n)

type^ ops = {combine: i32 -> i32 -> i32, neutral: i32}

def fold (ops: ops) (xs: []i32) : i32 = reduce ops.combine ops.neutral xs

entry records (a: i32) (b: i32) =
  let sum: ops = {combine = (+), neutral = 0}
  let product: ops = {combine = \x y -> x * y, neutral = 1}
  in (fold sum [a, b, 10], fold product [a, b, 10], fold (sum with neutral = 0) [a])

entry iterated (x: i32) = (iterate 4 (* 2) x, iterate_while (< 100) (* x) x, iterate_until (> 50) (+ 7) x)

def zero : (i32 -> i32) -> i32 -> i32 = \_ x -> x
def succ (n: (i32 -> i32) -> i32 -> i32) (f: i32 -> i32) (x: i32) : i32 = f (n f x)
def plus (n: (i32 -> i32) -> i32 -> i32) (m: (i32 -> i32) -> i32 -> i32) (f: i32 -> i32) (x: i32) : i32 = n f (m f x)

entry church (x: i32) = plus (succ (succ zero)) (succ (succ (succ zero))) (+ x) 0
