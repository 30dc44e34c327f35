-- The example of the documentation.
-- Documentation:
-- (a, b) = if c then (x, y) else (y, x); d = a * 2; in b     becomes     b = if c then y else x; in b
--
-- Written out:
-- branch, branch_2 = if c then { in (x, y) } else { in (y, x) } in (branch_2)
-- becomes
-- b = if c then { in (y) } else { in (x) } in (b)
--
entry main (c: bool) (x: i32) (y: i32) = let (a, b) = if c then (x, y) else (y, x) let d = a * 2 in b
-- ---
-- before remove-dead (Anf)
entry main as main (c: bool, x: i32, y: i32) : (result: i32) =
  let branch: i32, branch_2: i32 = if c then {
    in (x, y)
  } else {
    in (y, x)
  }
  in (branch_2)

-- after remove-dead (Anf)
entry main as main (c: bool, x: i32, y: i32) : (result: i32) =
  let branch: i32 = if c then {
    in (y)
  } else {
    in (x)
  }
  in (branch)
