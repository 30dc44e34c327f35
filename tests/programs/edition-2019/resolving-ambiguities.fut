-- "Resolving Ambiguities": indexing or application, negation or section, precedence.
-- ==
-- input { } output { 6 1 -3 true 7 5 [2, 3] true 12 }

let f (xs: []i32) = length xs

module m = { let y = 5 }

let main =
  let g = [5, 6]
  let x = 3
  in (g[1], f [1], (-x), 1 & 3 == 1, 1 + 2 * 3, m.y, map (+1) [1, 2], true || false && false, 3 |> (*4))
