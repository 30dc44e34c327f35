; Variables that are not declared, or twice.
(program [
    ; A scalar that is not declared.
    (fun main1 f1 [(array-arg m1 i32 [(fresh n1)] xs "[n]i32")] []
      [(vectors 8 [j1] _
          [(leave (var u1))] [] []
          (parallel false [(dim i1 (var n1))] []))])
    ; The index of the kernel in the code of the group.
    (fun main2 f2 [(array-arg m2 i32 [(fresh n2)] xs "[n]i32")] []
      [(vectors 8 [j2] _
          [(decl-vec v2 i32) (load v2 m2 i32 (var i2) _)] [] []
          (parallel false [(dim i2 (var n2))] []))])
    ; Two of one name.
    (fun main3 f3 [(array-arg m3 i32 [(fresh n3)] xs "[n]i32")] []
      [(vectors 8 [j3] _
          [(decl-vec v3 i32) (decl-vec v3 i32)] [] []
          (parallel false [(dim i3 (var n3))] []))])
    ; The index of the group is that of its first lane.
    (fun main4 f4 [(array-arg m4 i32 [(fresh n4)] xs "[n]i32")] []
      [(vectors 8 [j4] _
          [(decl-vec v4 i32) (load v4 m4 i32 (var j4) _)] [] []
          (parallel false [(dim i4 (var n4))] []))])] [])
; ---
6:19: in `f1`: `u1` is not in scope
11:46: in `f2`: `i2` is not in scope
16:30: in `f3`: `v3` is bound a second time
