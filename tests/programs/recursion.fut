-- Functions that call themselves.
-- ==
-- entry: factorial
-- input { 0i64 }
-- output { 1i64 }
-- input { 20i64 }
-- output { 2432902008176640000i64 }

-- ==
-- entry: fibonacci
-- input { 15i32 }
-- output { 610i32 }

-- ==
-- entry: sorted
-- input { [5i32, 3i32, 9i32, 1i32, 5i32, 0i32, -2i32] }
-- output { [-2i32, 0i32, 1i32, 3i32, 5i32, 5i32, 9i32] }
-- input { empty([0]i32) }
-- output { empty([0]i32) }

-- ==
-- entry: ackermann
-- input { [0i64, 1i64, 2i64] [3i64, 3i64, 3i64] }
-- output { [4i64, 5i64, 9i64] 18i64 }

-- ==
-- entry: doubled
-- input { [1i32, 2i32, 3i32, 4i32, 5i32] 3i64 }
-- output { [8i32, 16i32, 3i32, 4i32, 5i32] }

-- ==
-- entry: product
-- input { 7i32 3i32 }
-- output { 343i32 1i32 }

-- ==
-- entry: endless
-- input { 1i64 }
-- error: Calls of `down` are nested more than 250000 deep

-- ==
-- entry: failing
-- input { 4i64 }
-- error: Index \[4\] out of bounds for array of shape \[3\]

def fact (n: i64) : i64 = if n <= 1 then 1 else n * fact (n - 1)
entry factorial (n: i64) = fact n

def fib (n: i32) : i32 = if n < 2 then n else fib (n - 1) + fib (n - 2)
entry fibonacci (n: i32) = fib n

-- Results of existential sizes. Arrays are live across calls.
def quicksort [n] (xs: [n]i32) : [n]i32 =
  if n <= 1
  then xs
  else let pivot = xs[n / 2]
       let less = filter (< pivot) xs
       let equal = filter (== pivot) xs
       let more = filter (> pivot) xs
       in sized n (quicksort less ++ equal ++ quicksort more)
entry sorted (xs: []i32) = quicksort xs

-- Calls inside of functions of parallel operations.
def ack (m: i64) (n: i64) : i64 =
  if m == 0 then n + 1 else if n == 0 then ack (m - 1) 1 else ack (m - 1) (ack m (n - 1))
entry ackermann [n] (ms: [n]i64) (ns: [n]i64) = (map2 ack ms ns, reduce (+) 0 (map2 ack ms ns))

-- Updates in place.
def twice [n] (xs: *[n]i32) (k: i64) : *[n]i32 =
  if k == 0
  then xs
  else let xs = xs with [0] = xs[0] * 2
       in twice (xs with [1] = xs[1] * 2) (k - 1)
entry doubled [n] (xs: *[n]i32) (k: i64) = twice xs k

-- A constant, another recursive function, and a function in between.
def unit = map (\i -> if i == 0 then 1i32 else 0) (iota 2)
def mul (x: i32) (y: i32) (acc: i32) : i32 = if x == 0 then acc else mul (x - 1) y (acc + y)
def power (x: i32) (k: i32) : i32 = if k <= 0 then unit[0] else mul x (power x (k - 1)) 0
entry product (x: i32) (k: i32) = (power x k, fact (i64.i32 (k - 2)) |> i32.i64)

def down (n: i64) : i64 = if n == 0 then 0 else 1 + down (n + 1)
entry endless (n: i64) = down n

def last_of (xs: [3]i64) (n: i64) : i64 = if n == 0 then xs[4] else last_of xs (n - 1)
entry failing (n: i64) = last_of (iota 3) n
