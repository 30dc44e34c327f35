; Results that are elsewhere than the rules of figure 8 of IFL 2022 want them.
(program [] [] [
    ; T-MEM-IF: every second element, under a pattern for neighbours.
    (fun f1 _
      [(param n1 (scalar i64))
       (param m1 (mem))
       (param xs1 (array i32 [(var n1)] false m1 (layout (poly-const 0) [(poly-const 1)])))
       (param c1 (scalar bool))] []
      (body
        [(stm [(param zs1 (array i32 [(const 4i64)] false m1 (layout (poly-const 0) [(poly-const 1)])))] []
           (if (var c1)
             (body
               [(stm [(param ys1 (array i32 [(const 4i64)] false m1 (layout (poly-const 0) [(poly-const 2)])))] []
                  (slice xs1 [(span (const 0i64) (const 4i64) (const 2i64))]))] [(var ys1)])
             (body
               [(stm [(param ws1 (array i32 [(const 4i64)] false m1 (layout (poly-const 0) [(poly-const 1)])))] []
                  (slice xs1 [(span (const 0i64) (const 4i64) (const 1i64))]))] [(var ws1)])))] []))
    ; A good one: offset, stride and block are results, too.
    (fun f2 _
      [(param n2 (scalar i64))
       (param m2 (mem))
       (param xs2 (array i32 [(var n2)] false m2 (layout (poly-const 0) [(poly-const 1)])))
       (param c2 (scalar bool))] []
      (body
        [(stm
           [(param o2 (scalar i64))
            (param s2 (scalar i64))
            (param k2 (mem))
            (param zs2 (array i32 [(const 4i64)] false k2 (layout (poly-var o2) [(poly-var s2)])))] []
           (if (var c2)
             (body
               [(stm [(param ys2 (array i32 [(const 4i64)] false m2 (layout (poly-const 0) [(poly-const 2)])))] []
                  (slice xs2 [(span (const 0i64) (const 4i64) (const 2i64))]))]
               [(const 0i64) (const 2i64) (var m2) (var ys2)])
             (body
               [(stm [(param ws2 (array i32 [(const 4i64)] false m2 (layout (poly-const 0) [(poly-const 1)])))] []
                  (slice xs2 [(span (const 0i64) (const 4i64) (const 1i64))]))]
               [(const 0i64) (const 1i64) (var m2) (var ws2)])))] []))
    ; T-MEM-IF: another stride than that of the result, another offset, another block.
    (fun f3 _
      [(param n3 (scalar i64))
       (param m3 (mem))
       (param xs3 (array i32 [(var n3)] false m3 (layout (poly-const 0) [(poly-const 1)])))
       (param c3 (scalar bool))
       (param l3 (mem))] []
      (body
        [(stm
           [(param o3 (scalar i64))
            (param s3 (scalar i64))
            (param k3 (mem))
            (param zs3 (array i32 [(const 4i64)] false k3 (layout (poly-var o3) [(poly-var s3)])))] []
           (if (var c3)
             (body
               [(stm [(param ys3 (array i32 [(const 4i64)] false m3 (layout (poly-const 0) [(poly-const 2)])))] []
                  (slice xs3 [(span (const 0i64) (const 4i64) (const 2i64))]))]
               [(const 1i64) (const 1i64) (var m3) (var ys3)])
             (body
               [(stm [(param ws3 (array i32 [(const 4i64)] false m3 (layout (poly-const 0) [(poly-const 1)])))] []
                  (slice xs3 [(span (const 0i64) (const 4i64) (const 1i64))]))]
               [(const 0i64) (const 1i64) (var l3) (var ws3)])))] []))
    ; A good one: the offset is computed, and the stride depends on the condition.
    (fun f4 _
      [(param n4 (scalar i64))
       (param m4 (mem))
       (param xs4 (array i32 [(var n4)] false m4 (layout (poly-const 0) [(poly-const 1)])))
       (param c4 (scalar bool))
       (param a4 (scalar i64))] []
      (body
        [(stm [(param d4 (scalar i64))] [] (if (var c4) (body [] [(const 2i64)]) (body [] [(const 1i64)])))
         (stm
           [(param o4 (scalar i64))
            (param zs4 (array i32 [(const 4i64)] false m4 (layout (poly-var o4) [(poly-var d4)])))] []
           (if (var c4)
             (body
               [(stm [(param b4 (scalar i64))] [] (bin mul i64 (var a4) (const 2i64)))
                (stm [(param ys4 (array i32 [(const 4i64)] false m4 (layout (poly-var b4) [(poly-const 2)])))] []
                  (slice xs4 [(span (var b4) (const 4i64) (const 2i64))]))
                (stm [(param e4 (scalar i64))] [] (bin add i64 (var a4) (var a4)))] [(var e4) (var ys4)])
             (body
               [(stm [(param ws4 (array i32 [(const 4i64)] false m4 (layout (poly-const 0) [(poly-const 1)])))] []
                  (slice xs4 [(span (const 0i64) (const 4i64) (const 1i64))]))] [(const 0i64) (var ws4)])))] []))
    ; A good one: the stride is one because the size is. In the other branch, it is not.
    (fun f24 _
      [(param n24 (scalar i64))
       (param m24 (mem))
       (param xs24
         (array i32 [(const 4i64) (var n24)] false m24 (layout (poly-const 0) [(poly-var n24) (poly-const 1)])))] []
      (body
        [(stm [(param q24 (scalar bool))] [] (bin eq i64 (var n24) (const 1i64)))
         (stm
           [(param ys24
              (array i32 [(const 4i64) (const 1i64)] false m24
                (layout (poly-const 0) [(poly-var n24) (poly-const 1)])))] []
           (slice xs24 [(span (const 0i64) (const 4i64) (const 1i64)) (span (const 0i64) (const 1i64) (const 1i64))]))
         (stm
           [(param zs24
              (array i32 [(const 4i64) (const 1i64)] false m24
                (layout (poly-const 0) [(poly-const 1) (poly-const 1)])))] []
           (if (var q24) (body [] [(var ys24)]) (body [] [(var ys24)])))] []))
    ; T-MEM-LOOP: the initial value, the result of an iteration, and the pattern.
    (fun f5 _
      [(param n5 (scalar i64))
       (param m5 (mem))
       (param xs5 (array i32 [(var n5)] false m5 (layout (poly-const 0) [(poly-const 1)])))
       (param c5 (scalar bool))] []
      (body
        [(stm [(param ys5 (array i32 [(const 4i64)] false m5 (layout (poly-const 0) [(poly-const 2)])))] []
           (slice xs5 [(span (const 0i64) (const 4i64) (const 2i64))]))
         (stm [(param zs5 (array i32 [(const 4i64)] false m5 (layout (poly-const 0) [(poly-const 1)])))] []
           (loop [(param p5 (array i32 [(const 4i64)] false m5 (layout (poly-const 0) [(poly-const 1)])))]
             [(var ys5)] (for i5 i64 (var n5) false) (body [] [(var p5)])))] []))
    (fun f6 _
      [(param n6 (scalar i64))
       (param m6 (mem))
       (param xs6 (array i32 [(var n6)] false m6 (layout (poly-const 0) [(poly-const 1)])))
       (param c6 (scalar bool))] []
      (body
        [(stm [(param ws6 (array i32 [(const 4i64)] false m6 (layout (poly-const 0) [(poly-const 1)])))] []
           (slice xs6 [(span (const 0i64) (const 4i64) (const 1i64))]))
         (stm [(param zs6 (array i32 [(const 4i64)] false m6 (layout (poly-const 0) [(poly-const 1)])))] []
           (loop [(param p6 (array i32 [(const 4i64)] false m6 (layout (poly-const 0) [(poly-const 1)])))]
             [(var ws6)] (for i6 i64 (var n6) false)
             (body
               [(stm [(param ys6 (array i32 [(const 4i64)] false m6 (layout (poly-const 0) [(poly-const 2)])))] []
                  (slice xs6 [(span (const 0i64) (const 4i64) (const 2i64))]))] [(var ys6)])))] []))
    (fun f7 _
      [(param n7 (scalar i64))
       (param m7 (mem))
       (param xs7 (array i32 [(var n7)] false m7 (layout (poly-const 0) [(poly-const 1)])))
       (param c7 (scalar bool))] []
      (body
        [(stm [(param ws7 (array i32 [(const 4i64)] false m7 (layout (poly-const 0) [(poly-const 1)])))] []
           (slice xs7 [(span (const 0i64) (const 4i64) (const 1i64))]))
         (stm [(param zs7 (array i32 [(const 4i64)] false m7 (layout (poly-const 0) [(poly-const 2)])))] []
           (loop [(param p7 (array i32 [(const 4i64)] false m7 (layout (poly-const 0) [(poly-const 1)])))]
             [(var ws7)] (for i7 i64 (var n7) false) (body [] [(var p7)])))] []))
    ; A good one, and one that says that two strides change places.
    (fun f8 _
      [(param n8 (scalar i64))
       (param m8 (mem))
       (param xs8 (array i32 [(var n8) (var n8)] false m8 (layout (poly-const 0) [(poly-var n8) (poly-const 1)])))]
      []
      (body
        [(stm
           [(param a8 (scalar i64))
            (param b8 (scalar i64))
            (param zs8 (array i32 [(var n8) (var n8)] false m8 (layout (poly-const 0) [(poly-var a8) (poly-var b8)])))]
           []
           (loop
             [(param s8 (scalar i64))
              (param t8 (scalar i64))
              (param p8
                (array i32 [(var n8) (var n8)] false m8 (layout (poly-const 0) [(poly-var s8) (poly-var t8)])))]
             [(var n8) (const 1i64) (var xs8)] (for i8 i64 (var n8) false)
             (body
               [(stm
                  [(param q8
                     (array i32 [(var n8) (var n8)] false m8 (layout (poly-const 0) [(poly-var t8) (poly-var s8)])))]
                  [] (rearrange p8 [1 0]))] [(var t8) (var s8) (var q8)])))] []))
    (fun f9 _
      [(param n9 (scalar i64))
       (param m9 (mem))
       (param xs9 (array i32 [(var n9) (var n9)] false m9 (layout (poly-const 0) [(poly-var n9) (poly-const 1)])))]
      []
      (body
        [(stm
           [(param a9 (scalar i64))
            (param b9 (scalar i64))
            (param zs9 (array i32 [(var n9) (var n9)] false m9 (layout (poly-const 0) [(poly-var a9) (poly-var b9)])))]
           []
           (loop
             [(param s9 (scalar i64))
              (param t9 (scalar i64))
              (param p9
                (array i32 [(var n9) (var n9)] false m9 (layout (poly-const 0) [(poly-var s9) (poly-var t9)])))]
             [(var n9) (const 1i64) (var xs9)] (for i9 i64 (var n9) false) (body [] [(var t9) (var s9) (var p9)])))] []))
    ; T-MEM-RESULT: the result of a function.
    (fun f10 _
      [(param n10 (scalar i64))
       (param m10 (mem))
       (param xs10 (array i32 [(var n10)] false m10 (layout (poly-const 0) [(poly-const 1)])))
       (param c10 (scalar bool))]
      [(param r10 (mem)) (param rs10 (array i32 [(const 4i64)] false r10 (layout (poly-const 0) [(poly-const 1)])))]
      (body
        [(stm [(param ys10 (array i32 [(const 4i64)] false m10 (layout (poly-const 0) [(poly-const 2)])))] []
           (slice xs10 [(span (const 0i64) (const 4i64) (const 2i64))]))] [(var m10) (var ys10)]))
    ; T-MEM-CALL: a good call of a function that takes any stride, an argument of another stride, and a wrong pattern.
    (fun f11 _
      [(param s11 (scalar i64))
       (param m11 (mem))
       (param xs11 (array i32 [(const 4i64)] false m11 (layout (poly-const 0) [(poly-var s11)])))]
      [(param rs11 (array i32 [(const 4i64)] false m11 (layout (poly-const 0) [(poly-var s11)])))]
      (body [] [(var xs11)]))
    (fun f12 _
      [(param n12 (scalar i64))
       (param m12 (mem))
       (param xs12 (array i32 [(var n12)] false m12 (layout (poly-const 0) [(poly-const 1)])))
       (param c12 (scalar bool))] []
      (body
        [(stm [(param ys12 (array i32 [(const 4i64)] false m12 (layout (poly-const 0) [(poly-const 2)])))] []
           (slice xs12 [(span (const 0i64) (const 4i64) (const 2i64))]))
         (stm [(param zs12 (array i32 [(const 4i64)] false m12 (layout (poly-const 0) [(poly-const 2)])))] []
           (call f11 [(const 2i64) (var m12) (var ys12)]))] []))
    (fun f13 _
      [(param n13 (scalar i64))
       (param m13 (mem))
       (param xs13 (array i32 [(var n13)] false m13 (layout (poly-const 0) [(poly-const 1)])))
       (param c13 (scalar bool))] []
      (body
        [(stm [(param ys13 (array i32 [(const 4i64)] false m13 (layout (poly-const 0) [(poly-const 2)])))] []
           (slice xs13 [(span (const 0i64) (const 4i64) (const 2i64))]))
         (stm [(param zs13 (array i32 [(const 4i64)] false m13 (layout (poly-const 0) [(poly-const 1)])))] []
           (call f11 [(const 1i64) (var m13) (var ys13)]))] []))
    (fun f14 _
      [(param n14 (scalar i64))
       (param m14 (mem))
       (param xs14 (array i32 [(var n14)] false m14 (layout (poly-const 0) [(poly-const 1)])))
       (param c14 (scalar bool))] []
      (body
        [(stm [(param ys14 (array i32 [(const 4i64)] false m14 (layout (poly-const 0) [(poly-const 2)])))] []
           (slice xs14 [(span (const 0i64) (const 4i64) (const 2i64))]))
         (stm [(param zs14 (array i32 [(const 4i64)] false m14 (layout (poly-const 0) [(poly-const 1)])))] []
           (call f11 [(const 2i64) (var m14) (var ys14)]))] []))
    ; T-MEM-PROG: an argument and a result that are not in row-major order, arguments that share a block, and a result
    ; without its block.
    (fun f15 (entry e15 [(entry-arg xs "[]i32" [xs15])] [])
      [(param n15 (scalar i64))
       (param m15 (mem))
       (param xs15 (array i32 [(var n15)] false m15 (layout (poly-const 0) [(poly-const 2)])))] [] (body [] []))
    (fun f16 (entry e16 [(entry-arg xs "[][]i32" [xs16])] [(entry-result "[][]i32" [1])])
      [(param n16 (scalar i64))
       (param m16 (mem))
       (param xs16
         (array i32 [(var n16) (var n16)] false m16 (layout (poly-const 0) [(poly-var n16) (poly-const 1)])))]
      [(param r16 (mem))
       (param rs16
         (array i32 [(var n16) (var n16)] false r16 (layout (poly-const 0) [(poly-const 1) (poly-var n16)])))]
      (body
        [(stm
           [(param ys16
              (array i32 [(var n16) (var n16)] false m16 (layout (poly-const 0) [(poly-const 1) (poly-var n16)])))]
           [] (rearrange xs16 [1 0]))] [(var m16) (var ys16)]))
    (fun f17 (entry e17 [(entry-arg xs "[]i32" [xs17]) (entry-arg ys "[]i32" [ys17])] [])
      [(param n17 (scalar i64))
       (param m17 (mem))
       (param xs17 (array i32 [(var n17)] false m17 (layout (poly-const 0) [(poly-const 1)])))
       (param ys17 (array i32 [(var n17)] false m17 (layout (poly-const 0) [(poly-const 1)])))] [] (body [] []))
    (fun f18 (entry e18 [(entry-arg xs "[]i32" [xs18])] [(entry-result "[]i32" [0])])
      [(param n18 (scalar i64))
       (param m18 (mem))
       (param xs18 (array i32 [(var n18)] false m18 (layout (poly-const 0) [(poly-const 1)])))]
      [(param rs18 (array i32 [(var n18)] false m18 (layout (poly-const 0) [(poly-const 1)])))]
      (body [] [(var xs18)]))
    ; T-MEM-RESHAPE: of a transposed matrix, to another offset. Good ones: of a slice of rows, and of every second row.
    (fun f19 _
      [(param n19 (scalar i64))
       (param m19 (mem))
       (param xs19
         (array i32 [(var n19) (const 4i64)] false m19 (layout (poly-const 0) [(poly-const 4) (poly-const 1)])))] []
      (body
        [(stm
           [(param ts19
              (array i32 [(const 4i64) (var n19)] false m19 (layout (poly-const 0) [(poly-const 1) (poly-const 4)])))]
           [] (rearrange xs19 [1 0]))
         (stm [(param k19 (scalar i64))] [] (bin mul i64 (const 4i64) (var n19)))
         (stm [(param fs19 (array i32 [(var k19)] false m19 (layout (poly-const 0) [(poly-const 1)])))] []
           (reshape ts19 [(var k19)]))
         (stm [(param gs19 (array i32 [(var k19)] false m19 (layout (poly-const 1) [(poly-const 1)])))] []
           (reshape xs19 [(var k19)]))
         (stm
           [(param rs19
              (array i32 [(const 2i64) (const 4i64)] false m19
                (layout (poly-const 4) [(poly-const 4) (poly-const 1)])))] []
           (slice xs19 [(span (const 1i64) (const 2i64) (const 1i64)) (span (const 0i64) (const 4i64) (const 1i64))]))
         (stm [(param hs19 (array i32 [(const 8i64)] false m19 (layout (poly-const 4) [(poly-const 1)])))] []
           (reshape rs19 [(const 8i64)]))
         (stm
           [(param es19
              (array i32 [(const 2i64) (const 4i64)] false m19
                (layout (poly-const 0) [(poly-const 8) (poly-const 1)])))] []
           (slice xs19 [(span (const 0i64) (const 2i64) (const 2i64)) (span (const 0i64) (const 4i64) (const 1i64))]))
         (stm
           [(param is19
              (array i32 [(const 2i64) (const 2i64) (const 2i64)] false m19
                (layout (poly-const 0) [(poly-const 8) (poly-const 2) (poly-const 1)])))] []
           (reshape es19 [(const 2i64) (const 2i64) (const 2i64)]))] []))
    ; T-MEM-ALLOC, T-MEM-LMAD: of a truth value.
    (fun f20 _ [(param n20 (scalar i64)) (param c20 (scalar bool))] []
      (body
        [(stm [(param b20 (mem))] [] (alloc i32 (poly-var c20)))
         (stm [(param ys20 (array i32 [(var n20)] false b20 (layout (poly-var c20) [(poly-const 1)])))] []
           (iota (var n20) (const 0i32) (const 1i32) i32))] []))
    ; T-MEM-KERNEL: a kernel whose results are blocks.
    (fun f21 _
      [(param n21 (scalar i64))
       (param m21 (mem))
       (param xs21 (array i32 [(var n21)] false m21 (layout (poly-const 0) [(poly-const 1)])))] []
      (body
        [(stm [(param b21 (mem))] [] (seg-map false [(seg-dim i21 (var n21))] (kernel-body [] [(returns (var m21))])))] []))
    ; T-MEM-ARRAY: a parameter of a loop for blocks of `i32`, whose elements are known later to be of another type.
    (fun f22 _ [(param n22 (scalar i64)) (param m22 (mem))] []
      (body
        [(stm [(param b22 (mem))] [] (alloc i32 (poly-var n22)))
         (stm [(param z22 (mem))] []
           (loop [(param p22 (mem))] [(var m22)] (for i22 i64 (var n22) false) (body [] [(var b22)])))
         (stm [(param ys22 (array f32 [(var n22)] false m22 (layout (poly-const 0) [(poly-const 1)])))] []
           (replicate [(var n22)] (const 1f32)))] []))
    ; T-MEM-RESULT: another name for an array, elsewhere. A block may have several names.
    (fun f23 _
      [(param n23 (scalar i64))
       (param m23 (mem))
       (param xs23 (array i32 [(var n23)] false m23 (layout (poly-const 0) [(poly-const 1)])))] []
      (body
        [(stm [(param b23 (mem))] [] (atoms [(var m23)]))
         (stm [(param ys23 (array i32 [(var n23)] false b23 (layout (poly-const 0) [(poly-const 1)])))] []
           (atoms [(var xs23)]))
         (stm [(param zs23 (array i32 [(var n23)] false b23 (layout (poly-const 0) [(poly-const 2)])))] []
           (atoms [(var xs23)]))] []))])
; ---
12:14: in `f1`: T-MEM-IF: stride 0 of `ys1` as `zs1` should be 1, but is 2
53:14: in `f3`: T-MEM-IF: the offset of `ys3` as `zs3` should be 1, but is 0
53:14: in `f3`: T-MEM-IF: stride 0 of `ys3` as `zs3` should be 1, but is 2
57:14: in `f3`: T-MEM-IF: `ws3` as `zs3` should be in `l3`, but is in `m3`
99:49: in `f24`: T-MEM-IF: stride 0 of `ys24` as `zs24` should be 1, but is n24
109:10: in `f5`: T-MEM-LOOP: stride 0 of `ys5` as `p5` should be 1, but is 2
123:14: in `f6`: T-MEM-LOOP: stride 0 of `ys6` as `p6` should be 1, but is 2
134:10: in `f7`: T-MEM-LOOP: stride 0 of `p7` as `zs7` should be 2, but is 1
176:76: in `f9`: T-MEM-LOOP: stride 0 of `p9` as `p9` should be t9, but is s9
176:76: in `f9`: T-MEM-LOOP: stride 1 of `p9` as `p9` should be s9, but is t9
184:7: in `f10`: T-MEM-RESULT: stride 0 of `ys10` as `rs10` should be 1, but is 2
212:10: in `f13`: T-MEM-CALL: stride 0 of `ys13` as `xs11` should be 1, but is 2
222:10: in `f14`: T-MEM-CALL: stride 0 of `zs14` as `rs11` should be 2, but is 1
229:8: in `f15`: T-MEM-PROG: `xs15` is not in row-major order from the start of its block
236:8: in `f16`: T-MEM-PROG: `rs16` is not in row-major order from the start of its block
247:8: in `f17`: T-MEM-PROG: `ys17` has no block of its own
252:8: in `f18`: T-MEM-PROG: the block of `rs18` is no result
266:10: in `f19`: T-MEM-RESHAPE: the result is elsewhere than `ts19`
268:10: in `f19`: T-MEM-RESHAPE: the result is elsewhere than `xs19`
290:49: in `f20`: T-MEM-ALLOC: `c20` is no i64
291:69: in `f20`: T-MEM-LMAD: `c20` is no i64
299:10: in `f21`: T-MEM-KERNEL: the result `b21` is no array
306:16: in `f22`: T-MEM-ARRAY: elements of type f32 in `m22`, a block of i32
317:10: in `f23`: T-MEM-RESULT: stride 0 of `xs23` as `zs23` should be 2, but is 1
