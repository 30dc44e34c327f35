-- A program that is wrong.
-- ==
-- error: passed unchanged

def go (g: i64 -> i64) (n: i64) : i64 =
  if n == 0 then g 0 else go (\x -> g x * 2) (n - 1)

def main = go (+ 1)
