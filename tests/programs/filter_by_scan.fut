-- A filter made of a prefix sum and a scatter, compared with the prelude's.
-- ==
-- entry: evens same
-- input { [1,2,3,4,5,6,7,8] }
-- output { [2i32, 4i32, 6i32, 8i32] }
-- input { [1,3,5] }
-- output { empty([0]i32) }
-- input { empty([0]i32) }
-- output { empty([0]i32) }
-- input { [-4,0,11,-2] }
-- output { [-4i32, 0i32, -2i32] }

def keep [n] 'a (p: a -> bool) (dummy: a) (xs: [n]a) : []a =
  let flags = map (\x -> if p x then 1i64 else 0) xs
  let offsets = scan (+) 0 flags
  let size = if n == 0 then 0 else offsets[n - 1]
  let places = map2 (\flag offset -> if flag == 1 then offset - 1 else -1) flags offsets
  in scatter (replicate size dummy) places xs

entry evens (xs: []i32) : []i32 = keep (\x -> x % 2 == 0) 0 xs

entry same (xs: []i32) : []i32 =
  let [n] (mine: [n]i32) = keep (\x -> x % 2 == 0) 0 xs
  let prelude = filter (\x -> x % 2 == 0) xs :> [n]i32
  in map2 i32.min mine prelude
