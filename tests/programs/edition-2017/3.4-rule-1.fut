-- Uniqueness rule 1: a consumed value and its aliases are not used again.
-- ==
-- error: .

let f(b: []i32, a: []i32): i32 = b[0] + a[0]

let main (a: *[]i32) (i: i32): i32 =
  let b = a
  let b[i] = 2 in
  f(b,a) -- Error: a used after being source in a let-with
