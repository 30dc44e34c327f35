; Variables that are not declared or declared twice, and names of functions that are there twice.
(program [
    ; A variable that is not declared.
    (fun main1 f1 [(scalar-arg x1 i32 x i32) (scalar-arg g1 f32 g f32)] []
      [(decl y1 i32) (assign y1 (var z1))])
    ; A variable like a parameter.
    (fun main2 f2 [(scalar-arg x2 i32 x i32) (scalar-arg g2 f32 g f32)] [] [(decl x2 i32)])
    ; A variable before its declaration, and one of another function.
    (fun main3 f3 [(scalar-arg x3 i32 x i32) (scalar-arg g3 f32 g f32)] []
      [(decl y3 i32) (assign y3 (var z3)) (assign y3 (var x1)) (decl z3 i32)])
    ; A variable of a branch after the branch.
    (fun main4 f4 [(scalar-arg x4 i32 x i32) (scalar-arg g4 f32 g f32)] []
      [(decl y4 i32) (if (const true) [(decl z4 i32)] []) (assign y4 (var z4))])
    ; A block.
    (fun main5 f5 [(scalar-arg x5 i32 x i32) (scalar-arg g5 f32 g f32)] []
      [(write m5 i32 (const 0i64) (const 1i32))])
    ; A good function.
    (fun main6 f6 [(scalar-arg x6 i32 x i32) (scalar-arg g6 f32 g f32)] []
      [(decl y6 i32) (assign y6 (bin add i32 (var x6) (const 1i32))) (decl-mem m6 f32)
       (alloc m6 f32 (const 4i64)) (write m6 f32 (const 0i64) (var g6))])
    ; Two entry points of one name.
    (fun other1 f1 [] [] [])] [
    (proc p [] [] [])
    ; Two procedures of one name.
    (proc p [] [] [])
    ; A procedure does not see the variables of those who call it.
    (proc q [] [(decl z i32) (assign z (var x1))] [])])
; ---
5:33: in `f1`: `z1` is not in scope
7:77: in `f2`: `x2` is bound a second time
10:33: in `f3`: `z3` is not in scope
10:54: in `f3`: `x1` is not in scope
13:70: in `f4`: `z4` is not in scope
16:8: in `f5`: `m5` is not in scope
27:40: in `q`: `x1` is not in scope
22:5: in `f1`: there are two entry points `f1`
25:5: in `p`: there are two procedures `p`
