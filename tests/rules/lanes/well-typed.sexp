; Vectors and scalars in the wrong places.
(program [
    ; A scalar, where a vector is needed.
    (fun main1 f1 [(array-arg m1 i32 [(fresh n1)] xs "[n]i32")] []
      [(vectors 8 [j1] _
          [(decl-vec v1 i32) (assign v1 (const 1i32))] [] []
          (parallel false [(dim i1 (var n1))] []))])
    ; A number, where a truth value is needed.
    (fun main2 f2 [(array-arg m2 i32 [(fresh n2)] xs "[n]i32")] []
      [(vectors 8 [j2] (var n2)
          [] [] []
          (parallel false [(dim i2 (var n2))] []))])] [])
; ---
6:41: in `f2`: a scalar, where a vector is needed
