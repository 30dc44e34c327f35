; Arrays that are elsewhere than the rules of figure 8 of IFL 2022 want them.
(program [] [] [
    ; T-MEM-ARRAY: in a number.
    (fun f1 _
      [(param n1 (scalar i64)) (param m1 (mem))
       (param xs1
          (array i32 [(var n1) (var n1)] false m1
            (layout (poly-const 0) [(poly-var n1) (poly-const 1)])))]
      []
      (body
        [(stm
           [(param y1
              (array i32 [(var n1) (var n1)] false n1
                (layout (poly-const 0) [(poly-const 1) (poly-var n1)])))]
           [] (rearrange xs1 [1 0]))]
        []))
    ; T-MEM-LMAD: a stride for two dimensions.
    (fun f2 _
      [(param n2 (scalar i64)) (param m2 (mem))
       (param xs2
          (array i32 [(var n2) (var n2)] false m2
            (layout (poly-const 0) [(poly-var n2) (poly-const 1)])))]
      []
      (body
        [(stm
           [(param y2
              (array i32 [(var n2) (var n2)] false m2 (layout (poly-const 0) [(poly-const 1)])))]
           [] (rearrange xs2 [1 0]))]
        []))
    ; T-MEM-TRANSPOSE: a good one, and one whose strides are those of its operand.
    (fun f3 _
      [(param n3 (scalar i64)) (param m3 (mem))
       (param xs3
          (array i32 [(var n3) (var n3)] false m3
            (layout (poly-const 0) [(poly-var n3) (poly-const 1)])))]
      []
      (body
        [(stm
           [(param y3
              (array i32 [(var n3) (var n3)] false m3
                (layout (poly-const 0) [(poly-const 1) (poly-var n3)])))]
           [] (rearrange xs3 [1 0]))
         (stm
            [(param z3
               (array i32 [(var n3) (var n3)] false m3
                 (layout (poly-const 0) [(poly-var n3) (poly-const 1)])))]
            [] (rearrange xs3 [1 0]))]
        []))
    ; T-MEM-SLICE: a good one, and one from another offset.
    (fun f4 _
      [(param n4 (scalar i64)) (param m4 (mem))
       (param xs4
          (array i32 [(var n4) (var n4)] false m4
            (layout (poly-const 0) [(poly-var n4) (poly-const 1)])))]
      []
      (body
        [(stm
           [(param y4
              (array i32 [(var n4)] false m4
                (layout (poly-mul (poly-const 2) (poly-var n4)) [(poly-const 1)])))]
           [] (slice xs4 [(fix (const 2i64)) (span (const 0i64) (var n4) (const 1i64))]))
         (stm [(param z4 (array i32 [(var n4)] false m4 (layout (poly-var n4) [(poly-const 1)])))]
            [] (slice xs4 [(fix (const 2i64)) (span (const 0i64) (var n4) (const 1i64))]))]
        []))
    ; An update that leaves its block.
    (fun f5 _
      [(param n5 (scalar i64)) (param m5 (mem))
       (param xs5
          (array i32 [(var n5) (var n5)] false m5
            (layout (poly-const 0) [(poly-var n5) (poly-const 1)])))]
      []
      (body
        [(stm [(param b5 (mem))] [] (alloc i32 (poly-mul (poly-var n5) (poly-var n5))))
         (stm
            [(param y5
               (array i32 [(var n5) (var n5)] false b5
                 (layout (poly-const 0) [(poly-var n5) (poly-const 1)])))]
            [] (update xs5 [(fix (var n5)) (fix (var n5))] (const 1i32)))]
        []))
    ; A kernel that writes into an array of another block.
    (fun f6 _
      [(param n6 (scalar i64)) (param m6 (mem))
       (param xs6
          (array i32 [(var n6) (var n6)] false m6
            (layout (poly-const 0) [(poly-var n6) (poly-const 1)])))]
      []
      (body
        [(stm [(param b6 (mem))] [] (alloc i32 (poly-mul (poly-var n6) (poly-var n6))))
         (stm
            [(param y6
               (array i32 [(var n6) (var n6)] false b6
                 (layout (poly-const 0) [(poly-var n6) (poly-const 1)])))]
            []
            (seg-map false [(seg-dim i6 (var n6))]
              (kernel-body [] [(writes xs6 [(var n6) (var n6)] [(var i6) (var i6)] (const 1i32))])))]
        []))
    ; A new array may lie anywhere.
    (fun f7 _
      [(param n7 (scalar i64)) (param m7 (mem))
       (param xs7
          (array i32 [(var n7) (var n7)] false m7
            (layout (poly-const 0) [(poly-var n7) (poly-const 1)])))]
      []
      (body
        [(stm [(param b7 (mem))] [] (alloc i32 (poly-mul (poly-var n7) (poly-var n7))))
         (stm
            [(param y7
               (array i32 [(var n7) (var n7)] false b7
                 (layout (poly-const 0) [(poly-const 1) (poly-var n7)])))]
            [] (copy xs7))]
        []))
    ; T-MEM-ARRAY: elements of another type than those of the block.
    (fun f8 _
      [(param n8 (scalar i64)) (param m8 (mem))
       (param xs8
          (array i32 [(var n8) (var n8)] false m8
            (layout (poly-const 0) [(poly-var n8) (poly-const 1)])))]
      []
      (body
        [(stm [(param b8 (mem))] [] (alloc f32 (poly-const 9)))
         (stm
            [(param y8 (array i32 [(var n8)] false b8 (layout (poly-const 0) [(poly-const 1)])))] []
            (replicate [(var n8)] (const 1i32)))]
        []))
    ; A variable for blocks of `i32` that becomes one of `f32`.
    (fun f9 _
      [(param n9 (scalar i64)) (param m9 (mem))
       (param xs9
          (array i32 [(var n9) (var n9)] false m9
            (layout (poly-const 0) [(poly-var n9) (poly-const 1)])))]
      []
      (body
        [(stm [(param b9 (mem))] [] (alloc f32 (poly-const 9)))
         (stm [(param c9 (mem))] [] (if (const true) (body [] [(var b9)]) (body [] [(var m9)])))]
        []))
    ; A histogram whose bins have gaps between them.
    (fun f10 _
      [(param n10 (scalar i64)) (param m10 (mem))
       (param xs10 (array i32 [(var n10)] false m10 (layout (poly-const 0) [(poly-const 2)])))]
      []
      (body
        [(stm [(param y10 (array i32 [(var n10)] false m10 (layout (poly-const 0) [(poly-const 2)])))] []
           (seg-hist [(seg-dim i10 (var n10))]
             [(hist-op (var n10) [xs10] [(const 0i32)]
                (lambda [(param a10 (scalar i32)) (param b10 (scalar i32))] [(scalar i32)] (body [] [(var a10)])))]
             (kernel-body [] [(returns (const 0i64)) (returns (const 1i32))])))]
        []))])
; ---
12:13: in `f1`: T-MEM-ARRAY: `n1` is no memory block
11:10: in `f1`: T-MEM-TRANSPOSE: `y1` should be in `m1`, but is in `n1`
26:13: in `f2`: T-MEM-LMAD: 1 strides for 2 dimensions
43:10: in `f3`: T-MEM-TRANSPOSE: stride 0 of `z3` should be 1, but is n3
43:10: in `f3`: T-MEM-TRANSPOSE: stride 1 of `z3` should be n3, but is 1
62:10: in `f4`: T-MEM-SLICE: the offset of `z4` should be 2·n4, but is n4
74:10: in `f5`: T-MEM-UPDATE: `y5` should be in `m5`, but is in `b5`
89:10: in `f6`: T-MEM-UPDATE: `y6` should be in `m6`, but is in `b6`
122:14: in `f8`: T-MEM-ARRAY: elements of type i32 in `b8`, a block of f32
134:75: in `f9`: T-MEM-ARRAY: `m9`, a block of i32, becomes one of f32
142:10: in `f10`: T-MEM-KERNEL: the bins of `xs10` are not next to each other
