-- A function from a branch that captures a consumed value.
-- ==
-- error: Using variable "f", but this was consumed

def main [n] (b: bool) (xs: *[n]i32) : i32 =
  let f = if b then \i -> xs[i] else \i -> i32.i64 i
  let ys = xs with [0] = 1
  in f 0 + ys[0]
