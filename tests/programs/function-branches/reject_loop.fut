-- A loop whose parameter is a function.
-- ==
-- error: may not be of function type

def main (b: bool) (x: i32) : i32 =
  (loop f = \(x: i32) -> x for _i < 4 do if b then f else \x -> f x + 1) x
