; A vector, where a scalar is needed.
(program [
    (fun main1 f1 [(array-arg m1 i32 [(fresh n1)] xs "[n]i32")] []
      [(vectors 8 [j1] _
          [(decl-vec v1 i64) (decl s1 i64) (assign s1 (var v1))] [] []
          (parallel false [(dim i1 (var n1))] []))])] [])
; ---
5:55: in `f1`: `v1` is a vector, where a scalar is needed
