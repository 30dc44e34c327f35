-- Loops of different lengths inside a map.
-- ==
-- input { 10i64 }
-- output { [0i32, 1i32, 7i32, 2i32, 5i32, 8i32, 16i32, 3i32, 19i32, 6i32] 19i32 }
-- input { 1i64 }
-- output { [0i32] 0i32 }

def steps (n: i64) : i32 =
  (loop (x, i) = (n, 0) while x > 1 do (if x % 2 == 0 then x / 2 else 3 * x + 1, i + 1)).1

def main (n: i64) : ([n]i32, i32) =
  let all = map (\i -> steps (i + 1)) (iota n)
  in (all, i32.maximum all)
