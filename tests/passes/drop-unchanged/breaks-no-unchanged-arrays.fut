-- Before the pass, a loop passes on an array that the function of a map returns as it is.
entry main [m] (n: i64) (xs: [m]i32) (ys: [m]i32) : ([m]i32, [m]i32) =
  loop (a, b) = (xs, ys) for _i < n do unzip (map2 (\x y -> (x + 1, y)) a b)
-- ---
no-unchanged-arrays: in `main`: no iteration changes an array that is a parameter of the loop
    (stm [(param acc (array i32 [(var m)] false)) (param acc_2 (array i32 [(var m)] false))] [] (loop [(param acc…
