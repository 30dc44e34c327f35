-- Results of different sizes, one after the other.
-- ==
-- entry: pairs
-- input { [1i64, 0i64, 2i64] }
-- output { [1i64, 0i64, 2i64] [true, true, false] [0i64, 1i64, 1i64] [0i64, 0i64, 1i64] [10i64, 0i64, 20i64] }
-- input { empty([0]i64) }
-- output { empty([0]i64) empty([0]bool) empty([0]i64) empty([0]i64) empty([0]i64) }

-- ==
-- entry: kept
-- input { [3i64, 4i64] }
-- output { [1i64, 2i64] [true, true, false] [0i64, 1i64] [1i64, 1i64, 3i64] }

entry pairs (ns: []i64) =
  flatmap (\n -> (iota n, 10 * n)) ns

entry kept (ns: []i64) =
  flatmap' (\n -> filter (\i -> i % 2 == 1) (iota n)) ns
