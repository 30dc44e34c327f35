; Functions of streams that do more than to accumulate, with memory.
(program [] [] [
    ; A good one.
    (fun f1 _ [(param n1 (scalar i64)) (param m1 (mem)) (param xs1 (array i64 [(var n1)] false m1 (layout (poly-const 0) [(poly-const 1)])))] []
      (body
        [(stm [(param y1 (array i64 [(var n1)] false m1 (layout (poly-const 0) [(poly-const 1)])))] []
           (seg-stream [(seg-dim i1 (var n1))] [xs1] [(param acc1 (array i64 [(var n1)] false m1 (layout (poly-const 0) [(poly-const 1)])))] []
             (kernel-body
               [(stm [(param c1 (array i64 [(var n1)] false m1 (layout (poly-const 0) [(poly-const 1)])))] []
                  (accumulate [acc1] (var i1) (var n1) [(var i1)] _))]
               [(returns (var c1))])))]
        []))
    ; An accumulator that is read.
    (fun f2 _ [(param n2 (scalar i64)) (param m2 (mem)) (param xs2 (array i64 [(var n2)] false m2 (layout (poly-const 0) [(poly-const 1)])))] []
      (body
        [(stm [(param y2 (array i64 [(var n2)] false m2 (layout (poly-const 0) [(poly-const 1)])))] []
           (seg-stream [(seg-dim i2 (var n2))] [xs2] [(param acc2 (array i64 [(var n2)] false m2 (layout (poly-const 0) [(poly-const 1)])))] []
             (kernel-body
               [(stm [(param v2 (scalar i64))] [] (index acc2 [(var i2)]))
                (stm [(param c2 (array i64 [(var n2)] false m2 (layout (poly-const 0) [(poly-const 1)])))] []
                  (accumulate [acc2] (var i2) (var n2) [(var i2)] _))]
               [(returns (var c2))])))]
        []))
    ; An update of an array that is no accumulator.
    (fun f3 _ [(param n3 (scalar i64)) (param m3 (mem)) (param xs3 (array i64 [(var n3)] false m3 (layout (poly-const 0) [(poly-const 1)])))] []
      (body
        [(stm [(param y3 (array i64 [(var n3)] false m3 (layout (poly-const 0) [(poly-const 1)])))] []
           (seg-stream [(seg-dim i3 (var n3))] [xs3] [(param acc3 (array i64 [(var n3)] false m3 (layout (poly-const 0) [(poly-const 1)])))] []
             (kernel-body
               [(stm [(param c3 (array i64 [(var n3)] false m3 (layout (poly-const 0) [(poly-const 1)])))] []
                  (accumulate [xs3] (var i3) (var n3) [(var i3)] _))]
               [(returns (var acc3))])))]
        []))])
; ---
17:12: in `f2`: a stream whose function does more than accumulate
21:19: in `f2`: `acc2` is no accumulator
31:19: in `f3`: `xs3` is no accumulator
