; Streams whose accumulators are elsewhere than their destinations.
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
    ; The accumulator.
    (fun f2 _ [(param n2 (scalar i64)) (param m2 (mem)) (param xs2 (array i64 [(var n2)] false m2 (layout (poly-const 0) [(poly-const 1)])))] []
      (body
        [(stm [(param y2 (array i64 [(var n2)] false m2 (layout (poly-const 0) [(poly-const 1)])))] []
           (seg-stream [(seg-dim i2 (var n2))] [xs2] [(param acc2 (array i64 [(var n2)] false m2 (layout (poly-const 1) [(poly-const 1)])))] []
             (kernel-body
               []
               [(returns (var acc2))])))]
        []))
    ; The result.
    (fun f3 _ [(param n3 (scalar i64)) (param m3 (mem)) (param xs3 (array i64 [(var n3)] false m3 (layout (poly-const 0) [(poly-const 1)])))] []
      (body
        [(stm [(param y3 (array i64 [(var n3)] false m3 (layout (poly-const 1) [(poly-const 1)])))] []
           (seg-stream [(seg-dim i3 (var n3))] [xs3] [(param acc3 (array i64 [(var n3)] false m3 (layout (poly-const 0) [(poly-const 1)])))] []
             (kernel-body
               []
               [(returns (var acc3))])))]
        []))
    ; An update.
    (fun f4 _ [(param n4 (scalar i64)) (param m4 (mem)) (param xs4 (array i64 [(var n4)] false m4 (layout (poly-const 0) [(poly-const 1)])))] []
      (body
        [(stm [(param y4 (array i64 [(var n4)] false m4 (layout (poly-const 0) [(poly-const 1)])))] []
           (seg-stream [(seg-dim i4 (var n4))] [xs4] [(param acc4 (array i64 [(var n4)] false m4 (layout (poly-const 0) [(poly-const 1)])))] []
             (kernel-body
               [(stm [(param c4 (array i64 [(var n4)] false m4 (layout (poly-const 1) [(poly-const 1)])))] []
                  (accumulate [acc4] (var i4) (var n4) [(var i4)] _))]
               [(returns (var c4))])))]
        []))
    ; Bins with gaps between them. Without an operator, gaps are right.
    (fun f5 _ [(param n5 (scalar i64)) (param m5 (mem)) (param xs5 (array i64 [(var n5)] false m5 (layout (poly-const 0) [(poly-const 2)])))] []
      (body
        [(stm [(param y5 (array i64 [(var n5)] false m5 (layout (poly-const 0) [(poly-const 2)])))] []
           (seg-stream [(seg-dim i5 (var n5))] [xs5] [(param acc5 (array i64 [(var n5)] false m5 (layout (poly-const 0) [(poly-const 2)])))] [(reduction true
               (lambda [(param a5 (scalar i64)) (param b5 (scalar i64))] [(scalar i64)] (body [] [(var a5)]))
               [(const 0i64)])]
             (kernel-body
               []
               [(returns (var acc5))])))]
        []))
    (fun f6 _ [(param n6 (scalar i64)) (param m6 (mem)) (param xs6 (array i64 [(var n6)] false m6 (layout (poly-const 0) [(poly-const 2)])))] []
      (body
        [(stm [(param y6 (array i64 [(var n6)] false m6 (layout (poly-const 0) [(poly-const 2)])))] []
           (seg-stream [(seg-dim i6 (var n6))] [xs6] [(param acc6 (array i64 [(var n6)] false m6 (layout (poly-const 0) [(poly-const 2)])))] []
             (kernel-body
               []
               [(returns (var acc6))])))]
        []))])
; ---
16:10: in `f2`: T-MEM-KERNEL: the offset of `acc2` as `xs2` should be 0, but is 1
16:10: in `f2`: T-MEM-KERNEL: the offset of `acc2` as `xs2` should be 0, but is 1
25:10: in `f3`: T-MEM-UPDATE: the offset of `y3` should be 0, but is 1
37:17: in `f4`: T-MEM-UPDATE: the offset of `c4` should be 0, but is 1
34:10: in `f4`: T-MEM-KERNEL: the offset of `c4` as `xs4` should be 0, but is 1
44:10: in `f5`: T-MEM-KERNEL: the bins of `xs5` are not next to each other
