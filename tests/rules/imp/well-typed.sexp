; Operands, values, indices and blocks of wrong types.
(program [
    ; Assignments.
    (fun main1 f1 [(scalar-arg x1 i32 x i32) (scalar-arg g1 f32 g f32)] []
      [(decl-mem m1 f32) (decl-mem k1 i64) (decl y1 i32) (assign y1 (var g1)) (assign y1 (var m1))
       (assign m1 (var x1)) (assign-mem m1 k1) (assign-mem m1 y1)])
    ; Operators.
    (fun main2 f2 [(scalar-arg x2 i32 x i32) (scalar-arg g2 f32 g f32)] []
      [(decl y2 i32) (assign y2 (bin add f32 (var g2) (var x2)))
       (assign y2 (bin and f32 (var g2) (var g2)))])
    ; More operators.
    (fun main3 f3 [(scalar-arg x3 i32 x i32) (scalar-arg g3 f32 g f32)] []
      [(decl y3 i32) (assign y3 (un neg i32 (var g3)))
       (assign y3 (tri fma i32 (var x3) (var x3) (var x3))) (assign y3 (convert i64 i32 (var x3)))
       (assign y3 (select (var x3) (var x3) (var g3)))])
    ; Blocks.
    (fun main4 f4 [(scalar-arg x4 i32 x i32) (scalar-arg g4 f32 g f32)] []
      [(decl-mem m4 f32) (decl-mem k4 i64) (decl y4 i32) (alloc m4 i8 (const 4i64))
       (alloc m4 f32 (var x4)) (write m4 f32 (var x4) (var g4)) (read y4 m4 f32 (const 0i64))
       (write x4 i32 (const 0i64) (var x4))])
    ; Copies.
    (fun main5 f5 [(scalar-arg x5 i32 x i32) (scalar-arg g5 f32 g f32)] []
      [(decl-mem m5 f32)
       (copy f32 [(const 1i64)] (region m5 (const 0i64) []) (region m5 (var x5) [(var x5)]))
       (copy f32 [(var x5)] (region m5 (const 0i64) [(const 1i64)])
          (region m5 (const 0i64) [(const 1i64)]))])
    ; Conditions, and what messages show.
    (fun main6 f6 [(scalar-arg x6 i32 x i32) (scalar-arg g6 f32 g f32)] []
      [(if (var x6) [] []) (while (var x6) [])
       (assert (var x6) (failure E0901 [(literal bad) (show (var g6) i32)] []))])
    ; Numbers of iterations.
    (fun main7 f7 [(scalar-arg x7 i32 x i32) (scalar-arg g7 f32 g f32)] []
      [(for i7 (var x7) []) (parallel false [(dim j7 (var x7))] [])])
    ; The result of an operator.
    (fun main8 f8 [(scalar-arg x8 i32 x i32) (scalar-arg g8 f32 g f32)] []
      [(decl y8 i32)
       (reduce
          (reduce (dim i8 (const 3i64)) [] [(var x8)]
            (op [(scalar-param a8 i32)] [(scalar-param b8 i32)] [] [(var g8)]) _ [(const 0i32)] true
            [y8]))])
    ; What a reduction assigns.
    (fun main9 f9 [(scalar-arg x9 i32 x i32) (scalar-arg g9 f32 g f32)] []
      [(decl y9 f32)
       (reduce
          (reduce (dim i9 (const 3i64)) [] [(var x9)]
            (op [(scalar-param a9 i32)] [(scalar-param b9 i32)] []
              [(bin add i32 (var a9) (var b9))])
            _ [(const 0i32)] true [y9]))
       (reduce
          (reduce (dim j9 (const 3i64)) [] [(var x9)]
            (op [(scalar-param c9 i32)] [(scalar-param d9 i32)] []
              [(bin add i32 (var c9) (var d9))])
            _ [(const 0i32)] true []))])
    ; What a reduction combines.
    (fun main10 f10 [(scalar-arg x10 i32 x i32) (scalar-arg g10 f32 g f32)] []
      [(decl y10 i32)
       (reduce
          (reduce (dim i10 (const 3i64)) [] [(var g10) (var x10)]
            (op [(scalar-param a10 i32)] [(scalar-param b10 i32)] []
              [(bin add i32 (var a10) (var b10))])
            _ [(const 0i32)] true [y10]))])
    ; What a step combines.
    (fun main16 f16 [(scalar-arg x16 i32 x i32) (scalar-arg g16 f32 g f32)] []
      [(decl y16 f32)
       (reduce
          (reduce (dim i16 (const 3i64)) [] [(var g16) (var x16)]
            (op [(scalar-param a16 f32)] [(scalar-param b16 f32)] []
              [(bin add f32 (var a16) (var b16))])
            (op [(scalar-param c16 i32)] [(scalar-param d16 f32) (scalar-param e16 f32)] []
              [(tri fma f32 (var d16) (var e16) (var g16))])
            [(const 0.0f32)] true [y16]))
       (reduce
          (reduce (dim j16 (const 3i64)) [] [(var g16)]
            (op [(scalar-param h16 f32)] [(scalar-param k16 f32)] []
              [(bin add f32 (var h16) (var k16))])
            (op [(scalar-param m16 f32)] [(scalar-param n16 f32) (scalar-param o16 f32)] []
              [(tri fma f32 (var n16) (var o16) (var m16))])
            [(const 0.0f32)] true [y16]))])
    ; The prefixes of a scan.
    (fun main11 f11 [(scalar-arg x11 i32 x i32) (scalar-arg g11 f32 g f32)] []
      [(scan
         (scan (dim i11 (const 3i64)) [] [(var x11)]
           (op [(scalar-param a11 i32)] [(scalar-param b11 i32)] []
             [(bin add i32 (var a11) (var b11))])
           [(const 0i32)] [(scalar-param p11 f32)] [] (totals [] (op [] [] [] []) [] [])))])
    ; A histogram.
    (fun main12 f12 [(scalar-arg x12 i32 x i32) (scalar-arg g12 f32 g f32)] []
      [(decl-mem m12 f32)
       (hist
          (hist (dim i12 (const 3i64)) [(combine (var x12) [(var x12)]) (combine (const 0i64) [(var g12)])]
            (var x12)
            (op [(scalar-param a12 i32)] [(scalar-param b12 i32)] [(combine (const 0i64) [(var x12)])]
              [(bin add i32 (var a12) (var b12))])
            [(const 0i32)] [(bins m12 (var x12))]))
       (combine (const 0i64) [(var x12)])
       (hist
          (hist (dim j12 (const 3i64)) [(combine (const 0i64) [(var x12) (var x12)])] (const 2i64)
            (op [(scalar-param c12 f32)] [(scalar-param d12 f32)] [] [(var c12)])
            [(const 0f32)] [(bins m12 (const 0i64))]))])
    ; Calls.
    (fun main13 f13 [(scalar-arg x13 i32 x i32) (scalar-arg g13 f32 g f32)] []
      [(decl-mem m13 f32) (decl-mem k13 i64) (decl y13 i32) (call none [] []) (call p [] [])
       (call p [(scalar-operand (var g13) f32) (mem-operand y13)] [y13])
       (call p [(mem-operand k13) (mem-operand m13)] [m13])])
    ; Results.
    (fun main14 f14 [(scalar-arg x14 i32 x i32) (scalar-arg g14 f32 g f32)]
      [(scalar-res (var x14) f32 f32) (array-res m14 i32 [(const 1i64)] "[]i32")
       (array-res m14 f32 [(var x14)] "[]f32")]
      [(decl-mem m14 f32)])
    ; A size that must be that of another argument.
    (fun other other [(scalar-arg a i32 a i32) (array-arg b i32 [(same a)] b "[]i32")] [] [])] [
    (proc p [(scalar-slot s i32) (mem-slot t f32)] [] [(scalar-operand (var s) i32)])])
; ---
5:69: in `f1`: the value should be of type i32, but is of type f32
5:90: in `f1`: `m1` is a block of f32, where a scalar is needed
6:8: in `f1`: `m1` is a block, not a scalar
6:29: in `f1`: `m1` is a block of f32, where a block of i64 is needed
6:48: in `f1`: `y1` is a scalar, not a block
9:33: in `f2`: the value should be of type i32, but is of type f32
9:55: in `f2`: an operand should be of type f32, but is of type i32
10:19: in `f2`: the value should be of type i32, but is of type f32
10:19: in `f2`: `and` does not apply to f32
13:45: in `f3`: an operand should be of type i32, but is of type f32
14:19: in `f3`: `fma` does not apply to i32
14:89: in `f3`: an operand should be of type i64, but is of type i32
15:27: in `f3`: a condition should be of type bool, but is of type i32
15:45: in `f3`: an alternative should be of type i32, but is of type f32
18:58: in `f4`: `m4` is a block of f32, where a block of i8 is needed
19:22: in `f4`: the number of elements should be of type i64, but is of type i32
19:46: in `f4`: an index should be of type i64, but is of type i32
19:65: in `f4`: `y4` is a scalar of type i32, where a scalar of type f32 is needed
20:8: in `f4`: `x4` is a scalar of type i32, where a block of i32 is needed
24:33: in `f5`: 0 strides for 1 dimensions
24:72: in `f5`: an offset should be of type i64, but is of type i32
24:82: in `f5`: a stride should be of type i64, but is of type i32
25:19: in `f5`: a size should be of type i64, but is of type i32
29:12: in `f6`: a condition should be of type bool, but is of type i32
29:35: in `f6`: a condition should be of type bool, but is of type i32
30:16: in `f6`: a condition should be of type bool, but is of type i32
30:61: in `f6`: what a message shows should be of type i32, but is of type f32
33:16: in `f7`: the bound should be of type i64, but is of type i32
33:54: in `f7`: a number of iterations should be of type i64, but is of type i32
39:69: in `f8`: a result should be of type i32, but is of type f32
46:13: in `f9`: results that are not of the types of their variables
51:13: in `f9`: results that are not of the types of their variables
59:13: in `f10`: a value is needed for each of the operator's 1 operands, but there are 2
58:46: in `f10`: a value should be of type i32, but is of type f32
69:13: in `f16`: a step whose results so far are not of the types of the operator's operands
70:16: in `f16`: a result should be of type i32, but is of type f32
66:56: in `f16`: a value should be of type f32, but is of type i32
76:13: in `f16`: a value is needed for each of the operator's 2 operands, but there are 1
81:8: in `f11`: prefixes that are not of the types of the operands
94:29: in `f12`: `m12` is a block of f32, where a block of i32 is needed
91:13: in `f12`: the number of bins should be of type i64, but is of type i32
90:50: in `f12`: a bin should be of type i64, but is of type i32
90:96: in `f12`: a value should be of type i32, but is of type f32
92:68: in `f12`: values are combined outside of a histogram
94:39: in `f12`: an offset should be of type i64, but is of type i32
95:8: in `f12`: values are combined outside of a histogram
97:41: in `f12`: 2 values for an operator on 1 values
102:61: in `f13`: `none` is no procedure
102:79: in `f13`: a call of `p` with 0 arguments for 0 results
103:33: in `f13`: an argument should be of type i32, but is of type f32
103:48: in `f13`: `y13` is a scalar of type i32, where a block of f32 is needed
103:48: in `f13`: `y13` is a scalar of type i32, where a block is needed
104:17: in `f13`: a scalar for memory, or memory for a scalar
104:8: in `f13`: `m13` is not of the type of the procedure's result
107:20: in `f14`: a result should be of type f32, but is of type i32
107:39: in `f14`: `m14` is a block of f32, where a block of i32 is needed
108:28: in `f14`: a size should be of type i64, but is of type i32
111:66: in `other`: `a` is a scalar of type i32, where a scalar of type i64 is needed
