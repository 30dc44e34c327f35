; Streams whose `Anf` streams have types that do not fit.
(program [] [] [
    ; An accumulator of another type than the destination.
    (fun f1 _ [(param n1 (scalar i64)) (param xs1 (array i64 [(var n1)] false))] []
      (body
        [(stm [(param y1 (array i64 [(var n1)] false))] []
           (seg-stream [(seg-dim i1 (var n1))] [xs1] [(param acc1 (array i32 [(var n1)] false))] []
             (kernel-body [] [(returns (var acc1))])))]
        []))
    ; An operator on other values than the destination has.
    (fun f2 _ [(param n2 (scalar i64)) (param xs2 (array i64 [(var n2)] false))] []
      (body
        [(stm [(param y2 (array i64 [(var n2)] false))] []
           (seg-stream [(seg-dim i2 (var n2))] [xs2] [(param acc2 (array i64 [(var n2)] false))]
             [(reduction true
                (lambda [(param a2 (scalar i32)) (param b2 (scalar i32))] [(scalar i32)]
                  (body [] [(var a2)]))
                [(const 0i32)])]
             (kernel-body [] [(returns (var acc2))])))]
        []))
    ; An index space of two dimensions.
    (fun f3 _ [(param n3 (scalar i64)) (param xs3 (array i64 [(var n3)] false))] []
      (body
        [(stm [(param y3 (array i64 [(var n3)] false))] []
           (seg-stream [(seg-dim i3 (var n3)) (seg-dim j3 (var n3))] [xs3]
             [(param acc3 (array i64 [(var n3)] false))] []
             (kernel-body [] [(returns (var acc3))])))]
        []))])
; ---
25:12: streams over several dimensions have no evaluator
