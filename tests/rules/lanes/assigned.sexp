; A kernel that assigns a variable from outside of it.
(program [
    (fun main1 f1 [(array-arg m1 i32 [(fresh n1)] xs "[n]i32")] []
      [(decl s1 i32) (vectors 8 [j1] _
          [] [] []
          (parallel false [(dim i1 (var n1))] [(assign s1 (const 1i32))]))])
    ; A variable of its own.
    (fun main2 f2 [(array-arg m2 i32 [(fresh n2)] xs "[n]i32")] []
      [(vectors 8 [j2] _
          [] [] []
          (parallel false [(dim i2 (var n2))] [(decl s2 i32) (assign s2 (const 1i32))]))])] [])
; ---
6:48: in `f1`: `s1` may not be assigned: a kernel assigns a variable from outside of it
