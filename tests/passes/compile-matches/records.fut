-- A pattern without constructors becomes projections, without a test.
entry main (p: (i32, i32)) = match p case (x, y) -> x + y
-- ---
-- before compile-matches (MonoMatch)
entry main (p: (i32, i32)): i32 =
  match p
  case (x: i32, y: i32) -> x + y

-- after compile-matches (Mono)
entry main (p: (i32, i32)): i32 =
  let scrutinee: (i32, i32) = p
  let x: i32 = scrutinee.0
  let y: i32 = scrutinee.1
  in x + y
