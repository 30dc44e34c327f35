-- "Semantics of Simple Expressions": slices and ranges of every form.
-- ==
-- entry: slices
-- input { [0, 1, 2, 3, 4, 5] }
-- output { [1, 2] [0, 1, 2] [3, 4, 5] [1, 3] [5, 4, 3, 2, 1, 0] [4, 3] [0, 2, 4] [5, 4] }
-- ==
-- entry: ranges
-- input { }
-- output { [1, 2, 3] [1, 3, 5] [3, 2, 1] [5, 3, 1] [1, 2] [1, 3] [3, 2] [5, 3] }
-- ==
-- entry: never_reached
-- input { 3 1 } output { 0 0 0 }
-- ==
-- entry: fields
-- input { } output { 1 2 3 }
-- ==
-- entry: local_open
-- input { } output { 3 }
-- ==
-- entry: dimensions
-- input { [[1, 2, 3], [4, 5, 6]] } output { [4, 5] 6 [1, 2, 3] [[2, 3], [5, 6]] }

entry slices (a: []i32) = (a[1:3], a[:3], a[3:], a[1:5:2], a[::-1], a[4:2:-1], a[::2], a[:3:-1])

entry ranges = (1...3, 1..3...5, 3..2...1, 5..3...1, 1..<3, 1..3..<5, 3..>1, 5..3..>1)

entry never_reached (x: i32) (z: i32) = (length (x...z), length (x..<z), length (z..>x))

entry fields =
  let b = 2
  let r = {a = 1, b, c = (0, 3)}
  in (r.a, r.b, r.c.2)

module m = { let (+) (x: i32) (y: i32) = x - y }

entry local_open = m.(5 + 2)

entry dimensions (a: [][]i32) = (a[1, 0:2], a[1, 2], a[0], a[:, 1:])
