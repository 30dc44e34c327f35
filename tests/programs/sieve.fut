-- Primes below a number, by the sieve of Eratosthenes, sequential and parallel.
-- ==
-- entry: sequential parallel
-- input { 30i64 }
-- output { [2i64, 3i64, 5i64, 7i64, 11i64, 13i64, 17i64, 19i64, 23i64, 29i64] }
-- input { 100i64 }
-- output { [2i64, 3i64, 5i64, 7i64, 11i64, 13i64, 17i64, 19i64, 23i64, 29i64, 31i64, 37i64, 41i64, 43i64, 47i64, 53i64, 59i64, 61i64, 67i64, 71i64, 73i64, 79i64, 83i64, 89i64, 97i64] }
-- input { 2i64 }
-- output { empty([0]i64) }

def numbered [n] (flags: [n]bool) : []i64 =
  map (.1) (filter (.0) (zip flags (iota n)))

entry sequential (n: i64) : []i64 =
  let flags = tabulate n (>= 2)
  in numbered (loop flags for p in 2..<n do
                 if p * p < n && flags[p]
                 then (loop (flags, m) = (flags, p * p) while m < n do (flags with [m] = false, m + p)).0
                 else flags)

entry parallel (n: i64) : []i64 =
  let prime p = p >= 2 && all (\d -> d < 2 || d * d > p || p % d != 0) (iota p)
  in numbered (tabulate n prime)
