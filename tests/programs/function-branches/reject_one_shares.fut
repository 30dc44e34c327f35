-- A choice of functions, one of which returns its argument.
-- ==
-- error: Consuming variable "xs", which is not consumable

def copied [n] (ys: [n]i32) : *[n]i32 = copy ys
def same [n] (ys: [n]i32) : [n]i32 = ys

def main [n] (b: bool) (xs: [n]i32) : ([n]i32, [n]i32) =
  let f = if b then copied else same
  let zs = f xs
  let ws = zs with [0] = 100
  in (xs, ws)
