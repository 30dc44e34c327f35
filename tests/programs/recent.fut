-- Features newer than Futhark 0.25: paths of fields and indices in updates, exclusive scans.
-- ==
-- entry: paths
-- input { [1,2,3] } output { [1i32, 20i32, 3i32] [1i32, 2i32, 30i32] 7i32 }

-- ==
-- entry: exclusive
-- input { [3,1,4] } output { [0i32, 3i32, 4i32] [1i32, 3i32, 3i32] }
-- input { empty([0]i32) } output { empty([0]i32) empty([0]i32) }

entry paths (xs: []i32) =
  let r = {inner = {items = copy xs}, pairs = (0, copy xs)}
  let r.inner.items[1] = 20
  let r = r with pairs.1[2] = 30
  let r.pairs.0 = 7
  in (r.inner.items, r.pairs.1, r.pairs.0)

entry exclusive (xs: []i32) = (exscan (+) 0 xs, exscan (*) 1 xs)
