-- Uniqueness rule 2: a unique result does not alias an argument that is not unique.
-- ==
-- error: .

let broken(a: [][]i32, i: i32): *[]i32 =
  a[i] -- Return value aliased with 'a'.

let main (a: [][]i32) (i: i32): []i32 = broken (a, i)
