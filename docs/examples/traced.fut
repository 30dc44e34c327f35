-- Prints the squares, and then the two numbers that make up the result:
--
--     squares: [9, 16]
--     parts: {largest = 16, smallest = 4}
--
-- ==
-- input { [3, 4] }
-- output { 12 }

def main [n] (xs: [n]i32) : i32 =
  let squares = #[trace(squares)] (map (\x -> x * x) xs)
  let parts = #[trace(parts)] {largest = i32.maximum squares, smallest = n |> i32.i64 |> (* 2)}
  in parts.largest - parts.smallest
