; Assignments to what may not be assigned.
(program [
    ; A variable from outside of the kernel.
    (fun main1 f1 [(scalar-arg x1 i32 x i32) (scalar-arg g1 f32 g f32)] []
      [(decl y1 i32) (parallel false [(dim i1 (const 3i64))] [(assign y1 (var x1))])])
    ; A parameter.
    (fun main2 f2 [(scalar-arg x2 i32 x i32) (scalar-arg g2 f32 g f32)] []
      [(assign x2 (const 1i32))])
    ; An index.
    (fun main3 f3 [(scalar-arg x3 i32 x i32) (scalar-arg g3 f32 g f32)] []
      [(for i3 (const 3i64) [(assign i3 (const 1i64))])])
    ; The result of a reduction.
    (fun main4 f4 [(scalar-arg x4 i32 x i32) (scalar-arg g4 f32 g f32)] []
      [(reduce
         (reduce (dim i4 (const 3i64)) [] [(var x4)]
           (op [(scalar-param a4 i32)] [(scalar-param b4 i32)] [] [(bin add i32 (var a4) (var b4))])
           _ [(const 0i32)] true [x4]))])
    ; What is read, called for and allocated in a kernel.
    (fun main5 f5 [(scalar-arg x5 i32 x i32) (scalar-arg g5 f32 g f32)] []
      [(decl-mem m5 i32) (decl y5 i32)
       (parallel false [(dim i5 (const 3i64))]
          [(read y5 m5 i32 (const 0i64)) (call p [] [y5]) (alloc m5 i32 (const 1i64))])])
    ; A kernel may assign its own variables.
    (fun main6 f6 [(scalar-arg x6 i32 x i32) (scalar-arg g6 f32 g f32)] []
      [(parallel false [(dim i6 (const 3i64))] [(decl y6 i32) (assign y6 (var x6))])])] [
    (proc p [] [] [(scalar-operand (const 1i32) i32)])
    ; A parameter of a procedure.
    (proc q [(scalar-slot s i32)] [(assign s (const 1i32))] [])])
; ---
5:63: in `f1`: `y1` may not be assigned: a kernel assigns a variable from outside of it
8:8: in `f2`: `x2` may not be assigned: it is a parameter or an index
11:30: in `f3`: `i3` may not be assigned: it is a parameter or an index
14:8: in `f4`: `x4` may not be assigned: it is a parameter or an index
22:12: in `f5`: `y5` may not be assigned: a kernel assigns a variable from outside of it
22:42: in `f5`: `y5` may not be assigned: a kernel assigns a variable from outside of it
22:59: in `f5`: `m5` may not be assigned: a kernel assigns a variable from outside of it
28:36: in `q`: `s` may not be assigned: it is a parameter or an index
