; A kernel calls a procedure that calls itself.
(program [
    (fun main1 f1 [(array-arg m1 i32 [(fresh n1)] xs "[n]i32")] []
      [(vectors 8 [j1] _
          [] [] []
          (parallel false [(dim i1 (var n1))] [(decl s1 i32) (call p [] [s1])]))])
    ; A procedure that does not.
    (fun main2 f2 [(array-arg m2 i32 [(fresh n2)] xs "[n]i32")] []
      [(vectors 8 [j2] _
          [] [] []
          (parallel false [(dim i2 (var n2))] [(decl s2 i32) (call q [] [s2])]))])] [
    (proc p [] [(decl r i32) (call p [] [r])] [(scalar-operand (const 1i32) i32)])
    (proc q [] [] [(scalar-operand (const 1i32) i32)])])
; ---
12:30: in `f1`: a kernel calls `p`, which calls itself
