-- An array operation consumes the parts of its arrays that its function consumes.
-- ==
-- input { [[1, 2], [3, 4]] } output { [[1, 2], [1, 4]] }
-- ==
-- entry: of_tuples
-- input { [[1, 2], [3, 4]] [5, 6] } output { [[5, 2], [6, 4]] [5, 6] }
-- ==
-- entry: mapped_scatter
-- input { [[1, 2, 3], [4, 5, 6]] [[1, -1], [0, 2]] [[7, 8], [9, 0]] } output { [[1, 7, 3], [9, 5, 0]] }
-- ==
-- entry: named
-- input { [1, 2] [[3, 4], [5, 6]] } output { [9, 12] }
-- ==
-- entry: only_a_part
-- input { [1, 2] [3, 4] } output { [4, 6] [3, 4] }
-- ==
-- entry: under_other_names
-- input { [1, 2] } output { [1, 2] [1, 2] }

let main (a: *[#n][#m]i32): [n][m]i32 =
  map (\(row: *[#k]i32) (i: i32): [k]i32 -> let row[0] = row[0] - 2 * i in row) a (iota n)

entry of_tuples (a: *[#n][#m]i32) (b: [#n]i32): ([n][m]i32, [n]i32) =
  let c = map (\(e: (i32, *[]i32)): *[]i32 -> let (x, row) = e let row[0] = x in row) (zip b a)
  in (c, b)

entry mapped_scatter (a: *[][]i32) (is: [][]i32) (vs: [][]i32): [][]i32 = map scatter a is vs

let add (a: *[#n]i32) (b: [#n]i32): *[n]i32 = loop (a) for i < n do let a[i] = a[i] + b[i] in a

entry named (a: *[]i32) (bs: [][]i32): []i32 = reduce add a bs

-- Only the first component of the initial value is consumed.
entry only_a_part (a: *[]i32) (b: []i32): ([]i32, []i32) =
  let (sums, _) =
    reduce (\(x: (*[]i32, []i32)) (y: ([]i32, []i32)): (*[]i32, []i32) ->
              let (a1, b1) = x let (a2, _) = y in (map (+) a1 a2, b1))
           (a, b) (zip [b] [b])
  in (sums, b)

entry under_other_names (a: *[]i32): ([]i32, []i32) =
  let b = copied' a
  in (consumed' a, b)
