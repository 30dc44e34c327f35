; Operations by groups of threads inside of other operations.
(program [] [] [
    ; In an operation by threads.
    (fun f1 _ [(param n1 (scalar i64))] []
      (body
        [(stm [(param b1 (mem))] [] (alloc i64 (poly-mul (poly-var n1) (poly-var n1))))
         (stm
            [(param y1
               (array i64 [(var n1) (var n1)] false b1 (layout (poly-const 0) [(poly-var n1) (poly-const 1)])))]
            []
            (seg-map false [(seg-dim i1 (var n1))]
              (kernel-body
                [(stm [(param c1 (mem))] [] (alloc i64 (poly-var n1)))
                 (stm [(param z1 (array i64 [(var n1)] false c1 (layout (poly-const 0) [(poly-const 1)])))] []
                   (seg-map true [(seg-dim j1 (var n1))] (kernel-body [] [(returns (var j1))])))]
                [(returns (var z1))])))]
        []))
    ; One by groups, with one by threads inside.
    (fun f2 _ [(param n2 (scalar i64))] []
      (body
        [(stm [(param b2 (mem))] [] (alloc i64 (poly-mul (poly-var n2) (poly-var n2))))
         (stm
            [(param y2
               (array i64 [(var n2) (var n2)] false b2 (layout (poly-const 0) [(poly-var n2) (poly-const 1)])))]
            []
            (seg-map true [(seg-dim i2 (var n2))]
              (kernel-body
                [(stm [(param c2 (mem))] [] (alloc i64 (poly-var n2)))
                 (stm [(param z2 (array i64 [(var n2)] false c2 (layout (poly-const 0) [(poly-const 1)])))] []
                   (seg-map false [(seg-dim j2 (var n2))] (kernel-body [] [(returns (var j2))])))]
                [(returns (var z2))])))]
        []))])
; ---
15:20: in `f1`: an operation by groups of threads is inside of another operation
