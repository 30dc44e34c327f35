-- Reductions of rows that are no whole number of groups of lanes: what is left, of all types.

-- ==
-- input { 2i64 0i64 }
-- output {
--   [0i8, 0i8]
--   [0u16, 0u16]
--   [0i64, 0i64]
--   [0u64, 0u64]
--   [true, true]
--   [false, false]
--   [2147483647i32, 2147483647i32]
--   [1i16, 1i16]
--   [2147483647i32, 2147483647i32]
-- }
-- input { 3i64 15i64 }
-- output {
--   [69i8, 86i8, 127i8]
--   [65203u16, 274u16, 441u16]
--   [-955i64, -170i64, -385i64]
--   [4294967273u64, 4294967276u64, 4294967279u64]
--   [false, false, false]
--   [false, false, false]
--   [-500i32, -478i32, -475i32]
--   [-4649i16, -6547i16, 22235i16]
--   [2i32, 6i32, 7i32]
-- }
-- input { 3i64 16i64 }
-- output {
--   [-8i8, -72i8, -112i8]
--   [65280u16, 112u16, 168u16]
--   [-520i64, 184i64, -112i64]
--   [4294967273u64, 4294967276u64, 4294967279u64]
--   [false, false, false]
--   [false, false, false]
--   [-500i32, -478i32, -475i32]
--   [13953i16, 11233i16, -27151i16]
--   [5i32, 6i32, 7i32]
-- }
-- input { 3i64 17i64 }
-- output {
--   [-100i8, 11i8, -110i8]
--   [65444u16, 35u16, 170u16]
--   [-356i64, 267i64, -110i64]
--   [4294967273u64, 4294967276u64, 4294967279u64]
--   [false, false, false]
--   [false, false, false]
--   [-500i32, -478i32, -475i32]
--   [3017i16, -24633i16, -4683i16]
--   [5i32, 6i32, 7i32]
-- }
-- input { 2i64 31i64 }
-- output {
--   [-3i8, -26i8]
--   [65507u16, 58u16]
--   [-515i64, -26i64]
--   [4294967292u64, 4294967295u64]
--   [false, false]
--   [true, true]
--   [-500i32, -478i32]
--   [14071i16, -99i16]
--   [8i32, 9i32]
-- }
-- input { 2i64 100i64 }
-- output {
--   [62i8, -62i8]
--   [65208u16, 356u16]
--   [-450i64, 450i64]
--   [4294967292u64, 4294967295u64]
--   [false, false]
--   [true, true]
--   [-500i32, -486i32]
--   [23001i16, -19151i16]
--   [4i32, 5i32]
-- }
def row 't (f: i32 -> t) (op: t -> t -> t) (ne: t) (m: i64) (i: i64) : t =
  reduce_comm op ne (map (\j -> f (i32.i64 ((i * 7919 + j * 104729) % 1000 - 500))) (iota m))

-- The position of the greatest element, by two operands.
def greatest (a: i32, i: i32) (b: i32, j: i32) : (i32, i32) =
  if a > b || (a == b && i <= j) then (a, i) else (b, j)

entry main (n: i64) (m: i64) =
  let rows 't (f: i64 -> t) = map f (iota n)
  in ( rows (row i8.i32 (+) 0 m)
     , rows (row u16.i32 (^) 0 m)
     , rows (row i64.i32 (+) 0 m)
     , rows (row u64.i32 u64.max 0 m)
     , rows (row (> -450) (&&) true m)
     , rows (row (> 450) (||) false m)
     , rows (row id i32.min i32.highest m)
     , rows (row (\x -> i16.i32 (x * 2 + 1)) (*) 1 m)
     , rows (row (\x -> (x, x * 7 % 10)) greatest (i32.lowest, i32.highest) m) |> map (.1)
     )
