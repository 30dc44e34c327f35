-- Arrays of empty records have sizes, but no data.
-- ==
-- entry: counted
-- input { 3i64 }
-- output { 3i64 6i64 2i64 }

-- ==
-- entry: phantom
-- input { 4i64 5i64 }
-- output { 4i64 5i64 9i64 }

-- ==
-- entry: made
-- input { 2i64 }
-- output { [[false, false, false], [false, false, false]] 7i32 }

-- ==
-- entry: taken
-- input { [false, false, false] }
-- output { 3i64 }

-- ==
-- entry: filtered
-- input { [1i32, 2i32, 3i32] }
-- output { [1i32, 3i32] 2i64 }

-- ==
-- entry: out_of_bounds
-- input { 3i64 }
-- error: Index \[3\] out of bounds for array of shape \[3\]

entry counted (n: i64) =
  let us = replicate n ()
  let uss = replicate 2 us
  in (length us, length (flatten uss), length uss)

-- Sizes as types.
type size [n] = [0][n]()
def size (n: i64) : size [n] = []
def value [n] (_: size [n]) = n
def plus [n] [m] (_: size [n]) (_: size [m]) = size (n + m)
entry phantom (n: i64) (m: i64) = (value (size n), value (size m), value (plus (size n) (size m)))

-- Outside of the program they are arrays of `false`; a single empty record is nothing.
entry made (n: i64) =
  let (seven, ()) = (7i32, ())
  in (replicate n (replicate 3 ()), seven)
entry taken [n] (_: [n]()) = n

entry filtered (xs: []i32) =
  let (kept, us) = unzip (filter (\(x, ()) -> x != 2) (map (\x -> (x, ())) xs))
  in (kept, length us)

entry out_of_bounds (n: i64) =
  let us = replicate n ()
  let () = us[n]
  in n
