; Operations by groups of threads inside of other operations.
(program [] [] [
    ; In an operation by threads.
    (fun f1 _ [(param n1 (scalar i64))] []
      (body
        [(stm [(param y1 (array i64 [(var n1) (var n1)] false))] []
           (seg-map false [(seg-dim i1 (var n1))]
             (kernel-body
               [(stm [(param z1 (array i64 [(var n1)] false))] []
                  (seg-map true [(seg-dim j1 (var n1))] (kernel-body [] [(returns (var j1))])))]
               [(returns (var z1))])))]
        []))
    ; In an operation by groups.
    (fun f2 _ [(param n2 (scalar i64))] []
      (body
        [(stm [(param y2 (array i64 [(var n2) (var n2)] false))] []
           (seg-map true [(seg-dim i2 (var n2))]
             (kernel-body
               [(stm [(param z2 (array i64 [(var n2)] false))] []
                  (seg-map true [(seg-dim j2 (var n2))] (kernel-body [] [(returns (var j2))])))]
               [(returns (var z2))])))]
        []))
    ; The threads of a group may share operations, and the host may run several.
    (fun f3 _ [(param n3 (scalar i64))] []
      (body
        [(stm [(param y3 (array i64 [(var n3) (var n3)] false))] []
           (seg-map true [(seg-dim i3 (var n3)) (seg-dim k3 (var n3))]
             (kernel-body
               [(stm [(param z3 (array i64 [(var n3)] false))] []
                  (seg-map false [(seg-dim j3 (var n3))] (kernel-body [] [(returns (var j3))])))
                (stm [(param e3 (scalar i64))] [] (index z3 [(var k3)]))]
               [(returns (var e3))])))
         (stm [(param w3 (array i64 [(var n3)] false))] []
           (seg-map true [(seg-dim l3 (var n3))] (kernel-body [] [(returns (var l3))])))]
        []))])
; ---
10:19: in `f1`: an operation by groups of threads is inside of another operation
20:19: in `f2`: an operation by groups of threads is inside of another operation
