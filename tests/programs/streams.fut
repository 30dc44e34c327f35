-- Accumulators in parallel: several writes for one element, in loops and branches, and streams inside of streams.
-- ==
-- entry: histogram
-- input { [0i64,5i64,2i64,5i64,-1i64,7i64,2i64,2i64] }
-- output { [1i32, 0i32, 3i32, 0i32, 0i32, 2i32] }
-- input { empty([0]i64) }
-- output { [0i32, 0i32, 0i32, 0i32, 0i32, 0i32] }

-- ==
-- entry: largest
-- input { [1.5f32, -2f32, 8f32, 3f32] }
-- output { [8.0f32, 2.0f32, 64.0f32] }

-- ==
-- entry: sums
-- input { [1.5f32, 2f32, 8f32, 3f32] }
-- output { [11.5f32, 3.0f32, 12.5f32, 2.0f32] }

-- ==
-- entry: triangle
-- input { 5i64 }
-- output { [10i64, 11i64, 13i64, 16i64, 20i64] }
-- input { 0i64 }
-- output { empty([0]i64) }

-- ==
-- entry: longest
-- input { [3i64, 9i64, -9i64, 4i64, 1i64] }
-- output { [9i64, 9i64] [1i64, 1i64] }

-- ==
-- entry: general
-- input { 7i32 [3i32, 4i32, 5i32, 6i32] }
-- output { [2i32, 0i32] }

-- ==
-- entry: modular
-- input { 7i32 [3i32, 4i32, 5i32, 6i32] }
-- output { [3i32, 1i32] }
-- input { 0i32 [3i32] }
-- error: division by zero

-- ==
-- entry: collatz
-- input { 10i64 }
-- output { [15i32, 3i32, 18i32, 4i32, 13i32, 8i32, 4i32, 2i32] }

-- ==
-- entry: nested
-- input { 3i64 4i64 }
-- output { [[0i64, 1i64, 2i64, 3i64], [3i64, 4i64, 5i64, 6i64], [6i64, 7i64, 8i64, 9i64]] }
-- input { 0i64 4i64 }
-- output { empty([0][4]i64) }

-- ==
-- entry: own
-- input { [1i64, 2i64, 3i64, 1i64] }
-- output { [-1i64, 221518i64, 261821i64, 302124i64] }

-- ==
-- entry: two
-- input { [1i64, 2i64, 3i64, 1i64] }
-- output { [0i64, 2i64, 1i64, 1i64] [4i64, 3i64, 4i64, 1i64] }

-- ==
-- entry: rows
-- input { [[0i32, 0i32], [0i32, 0i32], [0i32, 0i32]] [2i64, 5i64, 0i64] }
-- output { [[0i32, 1i32], [0i32, 0i32], [2i32, 3i32]] }

-- ==
-- entry: transposed
-- input { [[1i32, 2i32, 3i32], [4i32, 5i32, 6i32]] [1i64, 1i64, 0i64] }
-- output { [[1i32, 0i32, 1i32], [4i32, 0i32, 1i32]] }

-- ==
-- entry: column
-- input { [[1i32, 2i32], [3i32, 4i32], [5i32, 6i32]] [1i64, 1i64, 0i64] }
-- output { [102i32, 214i32, 26i32] }

-- ==
-- entry: scattered_column
-- input { [[1i32, 2i32], [3i32, 4i32], [5i32, 6i32]] [1i64, 1i64] }
-- output { [2i32, 100i32, 6i32] }

-- ==
-- entry: fused
-- input { [3i64, 1i64, 2i64] }
-- output { [0i64, 20i64, 0i64, 10i64, 30i64] }

-- ==
-- entry: pairs
-- input { 4i64 }
-- output { [3i64, 2i64, -1i64, 0i64] [true, true, false, false] }

-- ==
-- entry: failing
-- input { [1i64, 2i64] }
-- output { [0i64, 2i64, 3i64] }
-- input { [1i64, 7i64, 9i64] }
-- error: Index \[7\] out of bounds

-- ==
-- entry: recursive
-- input { [1i64, 5i64, 3i64] }
-- output { [1i64, 0i64, 0i64, 0i64, 0i64, 5i64, 0i64, 3i64, 0i64] }

-- ==
-- entry: in_sums
-- input { [1i64, 5i64, 3i64] }
-- output { [2i64, 1i64, 0i64, 0i64] }

-- ==
-- entry: nothing
-- input { [1i64, 5i64, 3i64] }
-- output { [1i64, 1i64] }

-- ==
-- entry: alternating
-- input { [true, false, true] }
-- output { [[8i64, 8i64, 8i64], [2i64, 2i64, 5i64], [8i64, 8i64, 8i64]] }

-- ==
-- entry: equal
-- input { [1i64,2i64,1i64] }
-- output { [100i64, 2i64, 1i64, 0i64] [0i64, 2i64, 1i64, 0i64] }

-- ==
-- entry: repeated
-- input { 5i64 [1i64,0i64,1i64] }
-- output { 19i64 [5i64, 10i64, 0i64, 0i64] }

-- ==
-- entry: reversed
-- input { [1i64,2i64,3i64,4i64] }
-- output { [8i64, 6i64, 4i64, 2i64] }

-- ==
-- entry: many
-- input { 20000i64 }
-- output { [18170453i64, 18192268i64, 18194096i64, 18195915i64, 18177724i64, 18179544i64, 18181369i64, 18163185i64, 18184996i64, 18186820i64] }

type~ acc 't = intrinsics.acc t

def scatter_stream [k] 'a 'b (dest: *[k]a) (f: *acc ([k]a) -> b -> acc ([k]a)) (bs: []b) : *[k]a =
  intrinsics.scatter_stream dest f bs :> *[k]a

def hist_stream [k] 'a 'b (dest: *[k]a) (op: a -> a -> a) (ne: a) (f: *acc ([k]a) -> b -> acc ([k]a)) (bs: []b) : *[k]a =
  intrinsics.hist_stream dest op ne f bs :> *[k]a

def write [n] 't (acc: *acc ([n]t)) (i: i64) (v: t) : *acc ([n]t) = intrinsics.acc_write acc i v

-- An atomic instruction.
entry histogram (is: []i64) =
  hist_stream (replicate 6 0i32) (+) 0 (\(acc: *acc ([6]i32)) i -> write acc i 1) is

-- A compare-and-exchange.
entry largest (xs: []f32) =
  let put (acc: *acc ([3]f32)) x = write (write (write acc 0 x) 1 (-x)) 2 (x * x)
  in hist_stream (replicate 3 f32.lowest) f32.max f32.lowest put xs

-- Writes in branches, one of which has a loop.
entry sums [n] (xs: [n]f32) =
  let put (acc: *acc ([4]f32)) (i: i64) =
    if i % 2 == 0
    then write (write acc 0 xs[i]) 2 xs[i]
    else loop acc for j < 4 do if (i + j) % 4 < 2 then write acc j xs[i] else acc
  in hist_stream (replicate 4 0) (+) 0 put (iota n)

-- The number of writes depends on the element.
entry triangle (n: i64) =
  let put (acc: *acc ([n]i64)) i = loop acc for j < n - i do write acc (i + j) i
  in hist_stream (replicate n 10) (+) 0 put (iota n)

-- Pairs, under a lock.
entry longest (xs: []i64) =
  let further (x, i) (y, j) = if y > x || (y == x && j < i) then (y, j) else (x, i)
  let put (acc: *acc ([2](i64, i64))) (i, x) = write (write acc 0 (x, i)) 1 (i64.abs x, i)
  in unzip (hist_stream (replicate 2 (0, i64.highest)) further (i64.lowest, i64.highest) put (zip (indices xs) xs))

-- An operator with a variable of its surroundings.
entry general (m: i32) (xs: []i32) =
  let put (acc: *acc ([2]i32)) (x: i32) = write acc (i64.i32 (x % 2)) x
  in hist_stream (replicate 2 0) (\x y -> (x + y) & m) 0 put xs

-- An operator that may fail: the elements are taken in order.
entry modular (m: i32) (xs: []i32) =
  let put (acc: *acc ([2]i32)) (x: i32) = write acc (i64.i32 (x % 2)) x
  in hist_stream (replicate 2 0) (\x y -> (x + y) % m) 0 put xs

-- A loop of unknown length, which carries more than the accumulator.
entry collatz (n: i64) =
  let put (acc: *acc ([8]i32)) i =
    let (acc, _) =
      loop (acc, x) = (acc, i + 1) while x != 1 do
        (write acc (x % 8) 1, if x % 2 == 0 then x / 2 else 3 * x + 1)
    in acc
  in hist_stream (replicate 8 0) (+) 0 put (iota n)

-- A stream for each element of a map.
entry nested (n: i64) (m: i64) =
  tabulate n (\i -> scatter_stream (replicate m 0) (\(acc: *acc ([m]i64)) j -> write acc j (i * 3 + j)) (iota m))

-- A stream inside of the function of a stream, with an operator of its own.
entry own (is: []i64) =
  let put (acc: *acc ([4]i64)) i =
    let sums = hist_stream (replicate 3 0) (+) 0 (\(acc: *acc ([3]i64)) j -> write acc (j % 3) (i + j)) (iota 10)
    in write acc i (sums[0] * 10000 + sums[1] * 100 + sums[2])
  in scatter_stream (replicate 4 (-1)) put is

-- Two streams over the same elements.
entry two (is: []i64) =
  let counts = hist_stream (replicate 4 0) (+) 0 (\(acc: *acc ([4]i64)) i -> write acc i 1) is
  let products = hist_stream (replicate 4 1) (*) 1 (\(acc: *acc ([4]i64)) i -> write acc (3 - i) (i + 1)) is
  in (counts, products)

-- Rows.
entry rows [m] (xss: *[m][2]i32) (is: []i64) =
  let put (acc: *acc ([m][2]i32)) i = if i < 0 then acc else write acc i [i32.i64 i, i32.i64 i + 1]
  in scatter_stream xss put is

-- Columns of an array, by rows of its transposition.
entry transposed [n] [m] (xss: *[n][m]i32) (is: []i64) =
  let put (acc: *acc ([m][n]i32)) i = write acc (i + 1) (replicate n (i32.i64 i))
  in transpose (scatter_stream (copy (transpose xss)) put is)

-- Bins that are not next to each other.
entry column [n] (xss: *[n][2]i32) (is: []i64) =
  let put (acc: *acc ([n]i32)) i = write (write acc i 100) (i + 1) 10
  in hist_stream xss[:, 1] (+) 0 put is

entry scattered_column [n] (xss: *[n][2]i32) (is: []i64) =
  let put (acc: *acc ([n]i32)) i = write (write acc i 100) (i + 2) 100
  in scatter_stream xss[:, 1] put is

-- A map before a stream.
entry fused (xs: []i64) =
  let put (acc: *acc ([5]i64)) (i, x) = write acc i x
  in scatter_stream (replicate 5 0) put (map (\x -> ((x * 3) % 5, x * 10)) xs)

-- Arrays of pairs.
entry pairs (n: i64) =
  let put (acc: *acc ([n](i64, bool))) i = if i % 3 == 1 then acc else write acc (n - 1 - i) (i, i > 1)
  in unzip (scatter_stream (replicate n (-1, false)) put (iota n))

-- A check that fails.
entry failing (is: []i64) =
  let table = map (+ is[0]) (iota 3)
  let put (acc: *acc ([3]i64)) i = write acc i table[i]
  in hist_stream (replicate 3 0) (+) 0 put is

-- A recursive function, which kernels cannot call.
def steps (n: i64): i64 = if n <= 1 then 0 else 1 + steps (if n % 2 == 0 then n / 2 else 3 * n + 1)
entry recursive (xs: []i64) =
  let put (acc: *acc ([9]i64)) x = write acc (steps x) x
  in hist_stream (replicate 9 0) (+) 0 put xs

-- An accumulator in a sum.
entry in_sums (xs: []i64) =
  let put (acc: *acc ([4]i64)) (x: i64) =
    let choice: #left (acc ([4]i64)) | #right (acc ([4]i64)) i64 = if x > 2 then #left acc else #right acc x
    in match choice
       case #left acc -> write acc 0 1
       case #right acc y -> write acc 1 y
  in hist_stream (replicate 4 0) (+) 0 put xs

-- No writes.
entry nothing (xs: []i64) = scatter_stream (replicate 2 1i64) (\(acc: *acc ([2]i64)) _ -> acc) xs

-- The same function with and without an operator.
entry alternating (bs: []bool) =
  let put (acc: *acc ([3]i64)) i = write (write acc i 1) i 2
  in map (\b -> if b then hist_stream [5, 5, 5] (+) 0 put (iota 5) else scatter_stream [5, 5, 5] put (iota 2)) bs

-- Two equal streams, the result of one of which is overwritten.
entry equal (is: []i64) =
  let put (acc: *acc ([4]i64)) (i: i64) = write acc i 1
  let counts = hist_stream (replicate 4 0) (+) 0 put is
  let others = hist_stream (replicate 4 0) (+) 0 put is
  in (counts with [0] = 100, others)

-- The same stream in every iteration, and one that continues the last one.
entry repeated (n: i64) (is: []i64) =
  let put (acc: *acc ([4]i64)) (i: i64) = write acc i 1
  in loop (sum, all) = (0, replicate 4 0) for i < n do
       let counts = hist_stream (replicate 4 0) (+) 0 put is
       let all = hist_stream all (+) 0 put is
       in (sum + counts[i % 4] + all[0], all)

-- The map reads what the stream overwrites.
entry reversed [n] (xs: *[n]i64) =
  let put (acc: *acc ([n]i64)) (i, y) = write acc (n - 1 - i) y
  in scatter_stream xs put (zip (iota n) (map (* 2) xs))

-- Enough elements for several threads.
entry many (n: i64) =
  let put (acc: *acc ([10]i64)) i = loop acc for j < i % 4 do write acc ((i + j) % 11) (i * j)
  in hist_stream (replicate 10 1) (+) 0 put (iota n)
