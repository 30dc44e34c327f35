-- Precedence, user-defined operators, sections, and names as operators.
-- ==
-- entry: precedence
-- input { }
-- output { 7i32 9i32 18i32 5i32 true 4i32 4i32 8i32 12i32 2i32 true }

-- ==
-- entry: own
-- input { 3i32 4i32 }
-- output { [4i32, 6i32, 345i32, 45i32, 4i32, 7i32, 4i32] }

-- ==
-- entry: sections
-- input { [1,2,3,4] }
-- output { [2i32, 3i32, 4i32, 5i32] [9i32, 8i32, 7i32, 6i32] [6i32, 7i32, 8i32, 9i32] [3i32, 4i32, 5i32, 6i32] 24i32 [0i32, 1i32, 2i32, 3i32] [1i32, 2i32, 3i32, 4i32] [1i32, 2i32, 3i32, 4i32] -10i32 2i32 }

entry precedence =
  ( 1 + 2 * 3, (1 + 2) * 3, 2 * 3 ** 2, 10 - 3 - 2, 1 + 2 == 3 && 4 > 3 || false, -2 ** 2, 7 & 3 + 1, 1 << 2 + 1
  , 5 |> (+ 1) |> (* 2), i32.abs <| -3 + 1, !true || true)

def (+^) (a: i32, b: i32) (c: i32, d: i32) : (i32, i32) = (a + c, b + d)
def (a: i32) *** (b: i32) : i32 = a * 10 + b
def (<>) 'a (_: a) (y: a) : a = y
def plus (a: i32) (b: i32) : i32 = a + b

entry own (x: i32) (y: i32) =
  let (a, b) = (x, y) +^ (1, 2)
  in [a, b, x *** y *** 5, x + y *** 2, x <> y, x `plus` y, x `i32.max` y]

entry sections (xs: []i32) =
  ( map (+ 1) xs, map (10 -) xs, map (`plus` 5) xs, map (2 `plus`) xs, reduce (*) 1 xs, map (+ -1) xs
  , map (.0) (zip xs xs), map (.[0]) (map (\x -> [x, x + 1]) xs), foldl (-) 0 xs, foldl (flip (-)) 0 xs)
