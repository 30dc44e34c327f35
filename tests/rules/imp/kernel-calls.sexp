; Kernels that call procedures which are not of scalars only, or which call themselves.
(program [
    ; A procedure that calls itself.
    (fun main1 f1 [(scalar-arg x1 i32 x i32) (scalar-arg g1 f32 g f32)] []
      [(parallel false [(dim i1 (const 3i64))] [(call p [] [])])])
    ; One that takes a block.
    (fun main2 f2 [(scalar-arg x2 i32 x i32) (scalar-arg g2 f32 g f32)] []
      [(decl-mem m2 f32) (parallel false [(dim i2 (const 3i64))] [(call takes [(mem-operand m2)] [])])])
    ; One that has a block, called by another one.
    (fun main3 f3 [(scalar-arg x3 i32 x i32) (scalar-arg g3 f32 g f32)] []
      [(parallel false [(dim i3 (const 3i64))] [(call calls [] [])])])
    ; A kernel may call procedures of scalars; outside of kernels all may be called.
    (fun main4 f4 [(scalar-arg x4 i32 x i32) (scalar-arg g4 f32 g f32)] []
      [(parallel false [(dim i4 (const 3i64))] [(call good [] [])]) (call p [] []) (call has [] [])])] [
    (proc p [] [(call p [] [])] [])
    (proc takes [(mem-slot a f32)] [] [])
    (proc has [] [(decl-mem b f32)] [])
    (proc calls [] [(call has [] [])] [])
    (proc good [] [] [])])
; ---
15:17: in `f1`: a kernel calls `p`, which calls itself
8:67: in `f2`: a kernel calls `takes`, which takes or gives blocks
17:19: in `f3`: a procedure that a kernel calls has a block of its own, `b`
