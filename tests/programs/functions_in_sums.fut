-- Constructors that hold functions. The constructor of each value is known at compile time.
-- ==
-- entry: first
-- input { 2 5 }
-- output { 7 }

-- ==
-- entry: second
-- input { 2 5 }
-- output { 10 }

type^ change 't = #add t | #apply (t -> t)

def change 't (plus: t -> t -> t) (how: change t) (x: t) : t =
  match how
  case #add y -> plus x y
  case #apply f -> f x

entry first (x: i32) (y: i32) = change (+) (#add y) x
entry second (x: i32) (y: i32) = change (+) (#apply (* y)) x
