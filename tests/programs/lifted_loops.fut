-- Loops over values of size-lifted type parameters: their sizes change from iteration to iteration.
-- ==
-- entry: grow
-- input { 0 [1, 2] } output { [1, 2] }
-- input { 1 [1, 2] } output { [1, 2, 1, 2] }
-- input { 2 [1] } output { [1, 1, 1, 1] }
-- ==
-- entry: in_records
-- input { 3 [1, 2] } output { [2, 1, 0, 1, 2] 3 }
-- ==
-- entry: until
-- input { [1, 2] 7i64 } output { [1, 2, 1, 2, 1, 2, 1, 2] }
-- ==
-- entry: two_at_once
-- input { 2 [1] } output { [1, 1, 1, 1] [1] }

def repeat '~a (n: i32) (f: (() -> a) -> a) (x: () -> a) : a =
  loop x = x () for _i < n do f (\() -> x)

entry grow (n: i32) (xs: []i32) : []i32 = repeat n (\(p: () -> []i32) -> p () ++ p ()) (\() -> xs)

def counted '~a (n: i32) (f: i32 -> (() -> a) -> a) (x: () -> a) : (a, i32) =
  loop (x, i) = (x (), 0) while i < n do (f i (\() -> x), i + 1)

entry in_records (n: i32) (xs: []i32) : ([]i32, i32) =
  counted n (\i (p: () -> []i32) -> [i] ++ p ()) (\() -> xs)

def while_shorter '~a (p: (() -> a) -> bool) (f: (() -> a) -> a) (x: () -> a) : a =
  loop x = x () while p (\() -> x) do f (\() -> x)

entry until (xs: []i32) (n: i64) : []i32 =
  while_shorter (\(p: () -> []i32) -> length (p ()) < n) (\(p: () -> []i32) -> p () ++ p ()) (\() -> xs)

-- Both parts have the same type, and sizes of their own.
def swapping '~a (n: i32) (f: (() -> a) -> (() -> a) -> a) (x: () -> a) (y: () -> a) : (a, a) =
  loop (x, y) = (x (), y ()) for _i < n do (f (\() -> x) (\() -> x), y)

entry two_at_once (n: i32) (xs: []i32) : ([]i32, []i32) =
  swapping n (\(p: () -> []i32) (q: () -> []i32) -> p () ++ q ()) (\() -> xs) (\() -> xs)
