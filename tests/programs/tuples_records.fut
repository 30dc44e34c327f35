-- Tuples and records: construction, selection, update, nesting, equality.
-- ==
-- entry: tuples
-- input { 1i32 2.5f64 }
-- output { 2i32 5.000000000000000f64 true 1i32 true true }

-- ==
-- entry: records
-- input { 3i32 4i32 }
-- output { 7i32 4i32 100i32 7i32 98u8 99u8 false true }

-- ==
-- entry: of_arrays
-- input { [1,2,3] [4.0f32,5.0f32,6.0f32] }
-- output { 6i32 120.000000f32 [4.000000f32, 5.000000f32, 6.000000f32] }

type point = {x: i32, y: i32}
type line = {from: point, to: point, name: (u8, u8)}

def swap 'a 'b (a: a, b: b) : (b, a) = (b, a)

entry tuples (a: i32) (b: f64) =
  let t = (a, (b, true))
  let (c, (d, _)) = t
  let s = swap t
  in (t.0 + c, t.1.0 + d, s.0.1, s.1, (1, 2) == (1, 2), (1, (2, 3)) != (1, (2, 4)))

entry records (x: i32) (y: i32) =
  let from: point = {x, y}
  let line: line = {from, to = {x = y, y = x}, name = ('a', 'b')}
  let {from = {x = a, y = b}, to, name = _} = line
  let moved = line with to.x = 100 with name = ('c', 'd')
  let moved = moved with from.y = 7
  in (a + b, to.x, moved.to.x, moved.from.y, line.name.1, moved.name.0, line == moved, from == {y = y, x = x})

entry of_arrays [n] (is: [n]i32) (fs: [n]f32) =
  let both = map2 (\i f -> {i, f}) is fs
  let {i, f} = reduce (\a b -> {i = a.i + b.i, f = a.f * b.f}) {i = 0, f = 1} both
  in (i, f, map (.f) both)
