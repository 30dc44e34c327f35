-- "Binding Expressions": a local function is not in its own scope.
-- ==
-- error: .

let main (n: i32) =
  let f (x: i32): i32 = if x == 0 then 0 else f (x - 1)
  in f n
