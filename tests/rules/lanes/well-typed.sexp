; Vectors and scalars in the wrong places.
(program [
    ; A scalar, where a vector is needed.
    (fun main1 f1 [(array-arg m1 i32 [(fresh n1)] xs "[n]i32")] []
      [(vectors 8 [j1]
          [(decl-vec v1 i32) (assign v1 (const 1i32))] [] []
          (parallel false [(dim i1 (var n1))] []))])] [])
; ---
6:41: in `f1`: a scalar, where a vector is needed
