-- A choice of functions, one of which consumes its argument.
-- ==
-- error: Consuming variable "xs", which is not consumable

def copied [n] (ys: [n]i32) : *[n]i32 = copy ys
def changed [n] (ys: *[n]i32) : *[n]i32 = ys with [0] = 7

def main [n] (b: bool) (xs: [n]i32) : ([n]i32, [n]i32) =
  let f = if b then copied else changed
  let zs = f xs
  in (xs, zs)
