; Functions of streams that do more than to accumulate.
(program [] [] [
    ; A good one: the accumulator goes through a branch and a loop.
    (fun f1 _ [(param n1 (scalar i64)) (param xs1 (array i64 [(var n1)] false))] []
      (body
        [(stm [(param y1 (array i64 [(var n1)] false))] []
           (seg-stream [(seg-dim i1 (var n1))] [xs1] [(param acc1 (array i64 [(var n1)] false))] []
             (kernel-body
               [(stm [(param b1 (array i64 [(var n1)] false))] []
                  (if (const true)
                    (body
                      [(stm [(param c1 (array i64 [(var n1)] false))] []
                         (accumulate [acc1] (var i1) (var n1) [(var i1)] _))]
                      [(var c1)])
                    (body [] [(var acc1)])))
                (stm [(param d1 (array i64 [(var n1)] false)) (param j1 (scalar i64))] []
                  (loop [(param e1 (array i64 [(var n1)] false)) (param k1 (scalar i64))] [(var b1) (var i1)]
                    (for l1 i64 (var n1) false)
                    (body
                      [(stm [(param g1 (array i64 [(var n1)] false))] []
                         (accumulate [e1] (var l1) (var n1) [(var k1)] _))]
                      [(var g1) (var l1)])))]
               [(returns (var d1))])))]
        []))
    ; An accumulator that is read.
    (fun f2 _ [(param n2 (scalar i64)) (param xs2 (array i64 [(var n2)] false))] []
      (body
        [(stm [(param y2 (array i64 [(var n2)] false))] []
           (seg-stream [(seg-dim i2 (var n2))] [xs2] [(param acc2 (array i64 [(var n2)] false))] []
             (kernel-body
               [(stm [(param v2 (scalar i64))] [] (index acc2 [(var i2)]))
                (stm [(param c2 (array i64 [(var n2)] false))] []
                  (accumulate [acc2] (var i2) (var n2) [(var v2)] _))]
               [(returns (var c2))])))]
        []))
    ; An accumulator that is not returned.
    (fun f3 _ [(param n3 (scalar i64)) (param xs3 (array i64 [(var n3)] false))] []
      (body
        [(stm [(param y3 (array i64 [(var n3)] false))] []
           (seg-stream [(seg-dim i3 (var n3))] [xs3] [(param acc3 (array i64 [(var n3)] false))] []
             (kernel-body
               [(stm [(param c3 (array i64 [(var n3)] false))] [] (scratch i64 [(var n3)]))]
               [(returns (var c3))])))]
        []))
    ; Accumulators that change places: in a branch, in a loop, and as results.
    (fun f4 _
      [(param n4 (scalar i64)) (param xs4 (array i64 [(var n4)] false)) (param ys4 (array i64 [(var n4)] false))] []
      (body
        [(stm [(param y4 (array i64 [(var n4)] false)) (param z4 (array i64 [(var n4)] false))] []
           (seg-stream [(seg-dim i4 (var n4))] [xs4 ys4]
             [(param acc4 (array i64 [(var n4)] false)) (param acd4 (array i64 [(var n4)] false))] []
             (kernel-body
               [(stm [(param b4 (array i64 [(var n4)] false))] []
                  (if (const true) (body [] [(var acc4)]) (body [] [(var acd4)])))]
               [(returns (var b4)) (returns (var acd4))])))]
        []))
    (fun f5 _
      [(param n5 (scalar i64)) (param xs5 (array i64 [(var n5)] false)) (param ys5 (array i64 [(var n5)] false))] []
      (body
        [(stm [(param y5 (array i64 [(var n5)] false)) (param z5 (array i64 [(var n5)] false))] []
           (seg-stream [(seg-dim i5 (var n5))] [xs5 ys5]
             [(param acc5 (array i64 [(var n5)] false)) (param acd5 (array i64 [(var n5)] false))] []
             (kernel-body
               [(stm [(param b5 (array i64 [(var n5)] false)) (param c5 (array i64 [(var n5)] false))] []
                  (loop [(param d5 (array i64 [(var n5)] false)) (param e5 (array i64 [(var n5)] false))]
                    [(var acc5) (var acd5)] (for l5 i64 (var n5) false) (body [] [(var e5) (var d5)])))]
               [(returns (var b5)) (returns (var c5))])))]
        []))
    (fun f6 _
      [(param n6 (scalar i64)) (param xs6 (array i64 [(var n6)] false)) (param ys6 (array i64 [(var n6)] false))] []
      (body
        [(stm [(param y6 (array i64 [(var n6)] false)) (param z6 (array i64 [(var n6)] false))] []
           (seg-stream [(seg-dim i6 (var n6))] [xs6 ys6]
             [(param acc6 (array i64 [(var n6)] false)) (param acd6 (array i64 [(var n6)] false))] []
             (kernel-body [] [(returns (var acd6)) (returns (var acc6))])))]
        []))
    ; An update of an array that is no accumulator.
    (fun f7 _ [(param n7 (scalar i64)) (param xs7 (array i64 [(var n7)] false))] []
      (body
        [(stm [(param y7 (array i64 [(var n7)] false))] []
           (accumulate [xs7] (const 0i64) (var n7) [(const 1i64)] _))]
        []))
    ; One of two accumulators, and two that change places.
    (fun f8 _
      [(param n8 (scalar i64)) (param xs8 (array i64 [(var n8)] false)) (param ys8 (array i64 [(var n8)] false))] []
      (body
        [(stm [(param y8 (array i64 [(var n8)] false)) (param z8 (array i64 [(var n8)] false))] []
           (seg-stream [(seg-dim i8 (var n8))] [xs8 ys8]
             [(param acc8 (array i64 [(var n8)] false)) (param acd8 (array i64 [(var n8)] false))] []
             (kernel-body
               [(stm [(param b8 (array i64 [(var n8)] false))] []
                  (accumulate [acd8] (var i8) (var n8) [(var i8)] _))]
               [(returns (var acc8)) (returns (var b8))])))]
        []))
    (fun f9 _
      [(param n9 (scalar i64)) (param xs9 (array i64 [(var n9)] false)) (param ys9 (array i64 [(var n9)] false))] []
      (body
        [(stm [(param y9 (array i64 [(var n9)] false)) (param z9 (array i64 [(var n9)] false))] []
           (seg-stream [(seg-dim i9 (var n9))] [xs9 ys9]
             [(param acc9 (array i64 [(var n9)] false)) (param acd9 (array i64 [(var n9)] false))] []
             (kernel-body
               [(stm [(param b9 (array i64 [(var n9)] false)) (param c9 (array i64 [(var n9)] false))] []
                  (accumulate [acd9 acc9] (var i9) (var n9) [(var i9) (var i9)] _))]
               [(returns (var c9)) (returns (var b9))])))]
        []))])
; ---
29:12: in `f2`: a stream whose function does more than accumulate
33:19: in `f2`: `acc2` is no accumulator
40:12: in `f3`: a stream whose function does more than accumulate
50:12: in `f4`: a stream whose function does more than accumulate
61:12: in `f5`: a stream whose function does more than accumulate
73:12: in `f6`: a stream whose function does more than accumulate
81:12: in `f7`: `xs7` is no accumulator
88:12: in `f8`: a stream whose function does more than accumulate
92:19: in `f8`: `acd8` is no accumulator
99:12: in `f9`: a stream whose function does more than accumulate
103:19: in `f9`: `acd9` is no accumulator
103:19: in `f9`: `acc9` is no accumulator
