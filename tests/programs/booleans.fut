-- Truth values: connectives, which skip needless operands, and arrays of truth values.
-- ==
-- entry: connectives
-- input { true false }
-- output { [false, true, false, false, true, true, false] }
-- input { true true }
-- output { [true, true, false, true, false, false, false] }

-- ==
-- entry: guarded
-- input { [1,2,3] 5i64 }
-- output { false }
-- input { [1,2,3] 1i64 }
-- output { true }

-- ==
-- entry: quantified
-- input { [1,2,3] }
-- output { [true, true, false, false] }
-- input { empty([0]i32) }
-- output { [true, false, true, false] }

entry connectives (a: bool) (b: bool) =
  [a && b, a || b, !a, a == b, a != b, a && !b || !a && b, not a]

entry guarded (xs: []i32) (i: i64) : bool = i < length xs && xs[i] > 1

entry quantified (xs: []i32) = [all (> 0) xs, any (> 2) xs, and (map (< 3) xs), or (map (== 9) xs)]
