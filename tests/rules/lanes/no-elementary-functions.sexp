; Elementary functions of floats: of one operand and of two, in a kernel and in a group. A power of integers is a basic operation.
(program [
    (fun main1 f1 [(scalar-arg x1 f32 x f32) (scalar-arg k1 i32 k i32)] [(scalar-res (un sin f32 (var x1)) f32 f32)]
      [(parallel false [(dim i1 (const 3i64))]
         [(decl y1 f64) (assign y1 (bin pow f64 (const 2.0f64) (const 0.5f64)))
          (decl z1 i32) (assign z1 (bin pow i32 (var k1) (const 2i32)))
          (decl w1 f32) (assign w1 (un sqrt f32 (var x1)))])])] [
    (proc p [(scalar-slot x3 f16)] [] [(scalar-operand (un exp f16 (var x3)) f16)])])
; ---
3:86: in `f1`: the elementary function `sin`
5:36: in `f1`: the elementary function `pow`
8:56: in `p`: the elementary function `exp`
