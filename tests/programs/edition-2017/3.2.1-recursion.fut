-- Functions may not be recursive.
-- ==
-- error: .

let fibhelper(x: i32, y: i32, n: i32): i32 =
  if n == 1 then x else fibhelper(y, x+y, n-1)

let main (n: i32): i32 = fibhelper(1,1,n)
