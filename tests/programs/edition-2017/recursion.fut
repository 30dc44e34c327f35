-- Functions do not call themselves.
-- ==
-- error: .

let main (n: i32): i32 = helper (1, 1, n)

let helper (x: i32, y: i32, n: i32): i32 = if n == 1 then x else helper (y, x + y, n - 1)
