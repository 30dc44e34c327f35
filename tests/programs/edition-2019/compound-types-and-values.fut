-- "Compound Types and Values": tuples, records equal to tuples, arrays, strings.
-- ==
-- input { } output { false 1 2.0 1 4 [1, 2, 3] [[1, 2], [3, 4], [5, 6]] 2 [97u8, 98u8] }

let t: (bool, i32, f64) = (false, 1, 2.0)

let nested: ((i32, i32), (i32, i32)) = ((1,2),(3,4))

let unit: () = ()

let record: {1: i32, 2: i32} = (1, 2)

let main =
  let (a, b, c) = t
  let ((d, _), (_, e)) = nested
  let () = unit
  in (a, b, c, d, e, [1,2,3], [[1,2], [3,4], [5,6]]: [3][2]i32, record.2, "ab")
