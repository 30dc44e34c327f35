; Groups that do not fit their kernel.
(program [
    ; A number of lanes that is no power of two.
    (fun main1 f1 [(array-arg m1 i32 [(fresh n1)] xs "[n]i32")] []
      [(vectors 12 [j1] _
          [] [] []
          (parallel false [(dim i1 (var n1))] []))])
    ; A name too many.
    (fun main2 f2 [(array-arg m2 i32 [(fresh n2)] xs "[n]i32")] []
      [(vectors 8 [h2 j2] _
          [] [] []
          (parallel false [(dim i2 (var n2))] []))])
    ; No operator for a reduction.
    (fun main3 f3 [(array-arg m3 i32 [(fresh n3)] xs "[n]i32")] []
      [(decl s3 i32) (vectors 8 [j3] _
          [] [(splat i32 (const 1i32))] []
          (reduce (reduce (dim i3 (var n3)) [] [(const 1i32)] (op [(scalar-param a3 i32)] [(scalar-param b3 i32)] [] [(bin add i32 (var a3) (var b3))]) _ [(const 0i32)] true [s3])))])
    ; A kernel in the code of a group.
    (fun main4 f4 [(array-arg m4 i32 [(fresh n4)] xs "[n]i32")] []
      [(vectors 8 [j4] _
          [(parallel false [(dim k4 (const 2i64))] [])] [] []
          (parallel false [(dim i4 (var n4))] []))])
    ; A statement without indices.
    (fun main5 f5 [(array-arg m5 i32 [(fresh n5)] xs "[n]i32")] []
      [(vectors 8 [j5] _
          [] [] []
          (if (const true) [] []))])
    ; Tasks that share no kernel.
    (fun main6 f6 [(array-arg m6 i32 [(fresh n6)] xs "[n]i32")] []
      [(tasks (const 1.0f64) true (if (const true) [] []))])
    ; A reduction past the caches.
    (fun main9 f9 [(array-arg m9 i32 [(fresh n9)] xs "[n]i32")] []
      [(decl s9 i32) (vectors 8 [j9] (const true)
          [] [(splat i32 (const 1i32))] [(op [(scalar-param x9 i32)] [(scalar-param y9 i32)] [] [(bin add i32 (var x9) (var y9))])]
          (reduce (reduce (dim i9 (var n9)) [] [(const 1i32)] (op [(scalar-param a9 i32)] [(scalar-param b9 i32)] [] [(bin add i32 (var a9) (var b9))]) _ [(const 0i32)] true [s9])))])
    ; A reduction with a step has two operators.
    (fun main10 f10 [(array-arg m10 f32 [(fresh n10)] xs "[n]f32")] []
      [(decl s10 f32) (vectors 16 [j10] _
          [] [(splat f32 (const 1.0f32))] [(op [(scalar-param x10 f32)] [(scalar-param y10 f32)] [] [(bin add f32 (var x10) (var y10))])]
          (reduce (reduce (dim i10 (var n10)) [] [(const 1.0f32) (const 2.0f32)]
            (op [(scalar-param a10 f32)] [(scalar-param b10 f32)] [] [(bin add f32 (var a10) (var b10))])
            (op [(scalar-param c10 f32)] [(scalar-param d10 f32) (scalar-param e10 f32)] [] [(tri fma f32 (var d10) (var e10) (var c10))])
            [(const 0.0f32)] true [s10])))])
    ; This one fits.
    (fun main7 f7 [(array-arg m7 i32 [(fresh n7)] xs "[n]i32")] []
      [(decl s7 i32) (vectors 8 [j7] _
          [] [(splat i32 (const 1i32))] [(op [(scalar-param x7 i32)] [(scalar-param y7 i32)] [] [(bin add i32 (var x7) (var y7))])]
          (reduce (reduce (dim i7 (var n7)) [] [(const 1i32)] (op [(scalar-param a7 i32)] [(scalar-param b7 i32)] [] [(bin add i32 (var a7) (var b7))]) _ [(const 0i32)] true [s7])))])] [])
; ---
5:8: in `f1`: 12 lanes: the number must be a power of two up to 64
10:8: in `f2`: 2 names for 1 indices
15:22: in `f3`: 1 values and 0 operators, where 1 and 1 are needed
21:12: in `f4`: a kernel in the code of a group
25:8: in `f5`: a group of a statement that is no map, reduction or histogram
30:8: in `f6`: tasks share a kernel, and no other statement
33:22: in `f9`: a group that writes past the caches, but is not that of a map
38:23: in `f10`: 1 values and 1 operators, where 2 and 2 are needed
