-- Before the pass, an accumulator is in a sum.
entry main [n] (xs: [n]i64) =
  let put (acc: *intrinsics.acc ([4]i64)) (x: i64) =
    let choice: #left (intrinsics.acc ([4]i64)) | #right (intrinsics.acc ([4]i64)) = if x > 2 then #left acc else #right acc
    in match choice
       case #left acc -> intrinsics.acc_write acc 0 1
       case #right acc -> intrinsics.acc_write acc 1 1
  in intrinsics.hist_stream (replicate 4 0) (+) 0 put xs
-- ---
threaded: in `main`: a stream whose function does more than accumulate
    (stream (var n) [xs] [replicate] [(reduction true (lambda [(param x (scalar i64)) (param x_2 (scalar i64)…
threaded: in `main`: `branch` is no accumulator
    (accumulate [branch] (const 0i64) (var k) [(const 1i64)] (lambda [(param x_3 (scalar i64)) (param x_4 (scalar…
threaded: in `main`: `branch_2` is no accumulator
    (accumulate [branch_2] (const 1i64) (var k_2) [(const 1i64)] (lambda [(param x_5 (scalar i64)) (param x_6 (scalar…
