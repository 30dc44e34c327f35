-- Forms of expressions and declarations that the overview does not mention.
-- ==
-- input { [[1, 2], [3, 4], [5, 6]] } output { [[1], [3], [5]] [[2], [4], [6]] }
-- ==
-- entry: inner_parts
-- input { [[[1, 2, 3], [4, 5, 6]]] } output { [[[1], [4]]] [[[2], [5]]] [[[3], [6]]] }
-- ==
-- entry: complement
-- input { [1, 255, 0] } output { [-2, -256, -1] }
-- ==
-- entry: negation
-- input { [true, false] } output { [false, true] }
-- ==
-- entry: sizes_of_lambda
-- input { [[1, 2], [3, 4]] } output { [3, 5] }
-- ==
-- entry: sizes_of_loop
-- input { [1, 2, 3, 4, 5, 6] } output { 3 [0, 1, 2] }
-- ==
-- entry: sizes_while
-- input { 5 } output { [0, 0, 0, 0, 0] }
-- ==
-- entry: fields
-- input { 2 } output { 2 1 4 5 }
-- ==
-- entry: operators
-- input { 5 } output { 7f32 10 }
-- ==
-- entry: opened
-- input { } output { 1 3 }
-- ==
-- entry: number
-- input { 3 } output { 4 }
-- ==
-- entry: unzipped
-- input { [1, 2] } output { [1, 2] [2, 4] [1, 2] [2, 4] [3, 6] [2, 3] }

let main (a: [][]i32): ([][]i32, [][]i32) = split@1 1 a

entry inner_parts (a: [][][]i32): ([][][]i32, [][][]i32, [][][]i32) = split@2 (1, 2) a

entry complement (a: []i32): []i32 = map (~) a

entry negation (a: []bool): []bool = map (!) a

entry sizes_of_lambda (a: [][]i32): []i32 = map (\[m] (row: [m]i32): i32 -> row[0] + m) a

entry sizes_of_loop (xs: [#n]i32): (i32, []i32) =
  let (evens: [#found]i32) =
    loop (evens: [#so_far]i32) = replicate 0 0 for i < n do
      if xs[i] % 2 == 0 then concat evens [so_far] else evens
  in (found, evens)

entry sizes_while (n: i32): []i32 =
  loop (zeros: [#m]i32) = replicate 0 0 while m < n do concat zeros [0]

-- The last of several fields counts, and `{r, a = e}` has the other fields of `r`.
entry fields (x: i32): (i32, i32, i32, i32) =
  let r = {b = x - 1, a = x + 1}
  let s = {r, a = x}
  let t = {a = x, b = x + 3, a = x + 2}
  in (#a s, #b s, #a t, #b t)

module shadowing = {
  let (x: i32) + (y: i32): i32 = x - y
  let sum (x: intrinsics.i32): intrinsics.i32 = x intrinsics.+ x
}

entry operators (x: i32): (f32, i32) = (intrinsics.f32 x intrinsics.+ 2.0f32, shadowing.sum x)

module m1 = { let x = 1 module m2 = { let y = 2 } }
module m2 = { let y = 3 }
open m1 m2

-- Both names are looked up before the first module is opened.
entry opened (): (i32, i32) = (x, y)

-- A value with the name of a module.
module number = { let next (x: i32): i32 = x + 1 }
entry number (x: i32): i32 = number.next x

entry unzipped (xs: []i32): ([]i32, []i32, []i32, []i32, []i32, []i32) =
  let ys = map (* 2) xs
  let (a, b, _, _) = unzip (zip xs ys ys xs)
  let (c, d, e, _, f) = unzip (zip xs ys (map (+) xs ys) xs (map (+ 1) xs))
  -- Its names for so many components.
  let (c, d, _) = unzip3 (zip c d d)
  let (d, e, _, _) = unzip4 (zip d e e e)
  let (e, f, _, _, _) = unzip5 (zip e f f f f)
  in (a, b, c, d, e, f)
