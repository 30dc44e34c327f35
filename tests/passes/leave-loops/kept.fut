-- A condition that depends on the index may become false again, and a later iteration may fail or print.
entry later (n: i64) (a: i64) =
  loop x = a for i < n do if x < i then x else x * 3

entry fails (n: i64) (a: i64) (xs: []i64) =
  loop x = a for i < n do let y = xs[i] in if x > 10 then x else x * y

entry counts (n: i64) (a: i64) =
  loop (x, k) = (a, 0) for _i < n do (if x > 10 then x else x * 2, k + x)
-- ---
-- before leave-loops (Anf)


-- after leave-loops (Anf)
the same
