; Lanes of the wrong type.
(program [
    ; Numbers of 32 bits as indices.
    (fun main1 f1 [(array-arg m1 i32 [(fresh n1)] xs "[n]i32")] []
      [(vectors 8 [j1] _
          [(decl-vec v1 i32) (gather v1 m1 i32 (var v1) _)] [] []
          (parallel false [(dim i1 (var n1))] []))])
    ; A mask of numbers.
    (fun main2 f2 [(array-arg m2 i32 [(fresh n2)] xs "[n]i32")] []
      [(vectors 8 [j2] _
          [(decl-vec v2 i32) (load v2 m2 i32 (var j2) (var v2))] [] []
          (parallel false [(dim i2 (var n2))] []))])
    ; A number of cycles.
    (fun main4 f4 [(array-arg m4 i32 [(fresh n4)] xs "[n]i32")] []
      [(tasks (var n4) true (parallel false [(dim i4 (var n4))] []))])
    ; The right types.
    (fun main3 f3 [(array-arg m3 i32 [(fresh n3)] xs "[n]i32")] []
      [(vectors 8 [j3] _
          [(decl-vec v3 i32) (gather v3 m3 i32 (steps i64 (var j3) (const 1i64)) (bin lt i32 (var v3) (splat i32 (const 1i32))))] [] []
          (parallel false [(dim i3 (var n3))] []))])] [])
; ---
6:48: in `f1`: an index should be of type i64, but is of type i32
11:55: in `f2`: a condition should be of type bool, but is of type i32
15:15: in `f4`: the value should be of type f64, but is of type i64
