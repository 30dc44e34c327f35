-- Filters and partitions.
-- ==
-- entry: filters
-- input { [5,-2,7,0,-9,4] }
-- output { [5i32, 7i32, 4i32] [5i32, -2i32, 7i32, 0i32, -9i32, 4i32] empty([0]i32) 3i64 }
-- input { empty([0]i32) }
-- output { empty([0]i32) empty([0]i32) empty([0]i32) 0i64 }

-- ==
-- entry: partitions
-- input { [5,-2,7,0,-9,4] }
-- output { [5i32, 7i32, 4i32] [-2i32, 0i32, -9i32] }
-- input { [1,2] }
-- output { [1i32, 2i32] empty([0]i32) }

-- ==
-- entry: thirds
-- input { [1,2,3,4,5,6,7,8,9,10] }
-- output { [3i32, 6i32, 9i32] [1i32, 4i32, 7i32, 10i32] [2i32, 5i32, 8i32] }

-- ==
-- entry: of_pairs
-- input { [3,1,2] [1.0f64,-1.0f64,2.0f64] }
-- output { [3i32, 2i32] [1.000000000000000f64, 2.000000000000000f64] }

entry filters (xs: []i32) = (filter (> 0) xs, filter (const true) xs, filter (const false) xs, length (filter (\x -> x % 2 == 0) xs))
entry partitions (xs: []i32) = partition (> 0) xs
entry thirds (xs: []i32) = partition2 (\x -> x % 3 == 0) (\x -> x % 3 == 1) xs
entry of_pairs [n] (xs: [n]i32) (ys: [n]f64) = unzip (filter (\(x, y) -> x > 1 && y > 0) (zip xs ys))
