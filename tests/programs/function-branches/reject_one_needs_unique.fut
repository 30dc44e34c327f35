-- A choice of functions, one of which takes only functions with unique results.
-- ==
-- error: the result of this function may share memory

def whole [n] (_b: bool) (f: [n]i32 -> [n]i32) (xs: [n]i32) : [n]i32 = f xs
def change [n] (_b: bool) (f: [n]i32 -> *[n]i32) (xs: [n]i32) : [n]i32 =
  let ys = f xs in if n == 0 then ys else ys with [0] = 7
def same [n] (ys: [n]i32) : [n]i32 = ys

def main [n] (b: bool) (xs: [n]i32) : ([n]i32, [n]i32) =
  let g = if b then whole else change
  in (g b same xs, xs)
