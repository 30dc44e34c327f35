-- Before the pass, a search waits for each element before it can choose the next.
entry main [n] (xs: [n]i32) (k: i32) : i64 =
  (loop (lo, hi) = (0, n)
   while lo < hi do
     let m = (lo + hi) / 2
     in if xs[m] < k then (m + 1, hi) else (lo, m)).0
-- ---
no-awaited-loads: in `main`: a choice that waits for an element, for which the loop needs the last one
    (assign branch (select (var lt) (var add) (var acc)))
no-awaited-loads: in `main`: a choice that waits for an element, for which the loop needs the last one
    (assign branch_2 (select (var lt) (var acc_2) (var div)))
