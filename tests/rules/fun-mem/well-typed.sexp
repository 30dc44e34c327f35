; Functions that are not well typed without their memory.
(program [] [] [
    ; T-SCALAR.
    (fun f1 _
      [(param n1 (scalar i64)) (param x1 (scalar i32)) (param m1 (mem))
       (param xs1 (array i32 [(var n1)] false m1 (layout (poly-const 0) [(poly-const 1)])))
       (param g1 (scalar f32))]
      [] (body [(stm [(param y1 (scalar f32))] [] (atoms [(var x1)]))] []))
    ; T-OP: an operand.
    (fun f2 _
      [(param n2 (scalar i64)) (param x2 (scalar i32)) (param m2 (mem))
       (param xs2 (array i32 [(var n2)] false m2 (layout (poly-const 0) [(poly-const 1)])))
       (param g2 (scalar f32))]
      [] (body [(stm [(param y2 (scalar i32))] [] (bin add i32 (var x2) (var g2)))] []))
    ; T-OP: an operator.
    (fun f3 _
      [(param n3 (scalar i64)) (param x3 (scalar i32)) (param m3 (mem))
       (param xs3 (array i32 [(var n3)] false m3 (layout (poly-const 0) [(poly-const 1)])))
       (param g3 (scalar f32))]
      [] (body [(stm [(param y3 (scalar f32))] [] (bin and f32 (var g3) (var g3)))] []))
    ; T-OP: an operator on one operand.
    (fun f4 _
      [(param n4 (scalar i64)) (param x4 (scalar i32)) (param m4 (mem))
       (param xs4 (array i32 [(var n4)] false m4 (layout (poly-const 0) [(poly-const 1)])))
       (param g4 (scalar f32))]
      [] (body [(stm [(param y4 (scalar f32))] [] (un not f32 (var x4)))] []))
    ; T-OP: an operator on three operands.
    (fun f5 _
      [(param n5 (scalar i64)) (param x5 (scalar i32)) (param m5 (mem))
       (param xs5 (array i32 [(var n5)] false m5 (layout (poly-const 0) [(poly-const 1)])))
       (param g5 (scalar f32))]
      [] (body [(stm [(param y5 (scalar i32))] [] (tri fma i32 (var x5) (var x5) (var g5)))] []))
    ; T-OP: a conversion.
    (fun f6 _
      [(param n6 (scalar i64)) (param x6 (scalar i32)) (param m6 (mem))
       (param xs6 (array i32 [(var n6)] false m6 (layout (poly-const 0) [(poly-const 1)])))
       (param g6 (scalar f32))]
      [] (body [(stm [(param y6 (scalar i32))] [] (convert i64 i32 (var x6)))] []))
    ; T-INDEX: an index that is no `i64`.
    (fun f7 _
      [(param n7 (scalar i64)) (param x7 (scalar i32)) (param m7 (mem))
       (param xs7 (array i32 [(var n7)] false m7 (layout (poly-const 0) [(poly-const 1)])))
       (param g7 (scalar f32))]
      [] (body [(stm [(param y7 (scalar i32))] [] (index xs7 [(var x7)]))] []))
    ; T-INDEX: too many indices.
    (fun f8 _
      [(param n8 (scalar i64)) (param x8 (scalar i32)) (param m8 (mem))
       (param xs8 (array i32 [(var n8)] false m8 (layout (poly-const 0) [(poly-const 1)])))
       (param g8 (scalar f32))]
      [] (body [(stm [(param y8 (scalar i32))] [] (index xs8 [(var n8) (var n8)]))] []))
    ; T-INDEX: no array.
    (fun f9 _
      [(param n9 (scalar i64)) (param x9 (scalar i32)) (param m9 (mem))
       (param xs9 (array i32 [(var n9)] false m9 (layout (poly-const 0) [(poly-const 1)])))
       (param g9 (scalar f32))]
      [] (body [(stm [(param y9 (scalar i32))] [] (index x9 [(var n9)]))] []))
    ; An array literal.
    (fun f10 _
      [(param n10 (scalar i64)) (param x10 (scalar i32)) (param m10 (mem))
       (param xs10 (array i32 [(var n10)] false m10 (layout (poly-const 0) [(poly-const 1)])))
       (param g10 (scalar f32))]
      []
      (body
        [(stm
           [(param y10
              (array i32 [(const 2i64)] false m10 (layout (poly-const 0) [(poly-const 1)])))]
           [] (array-lit [(var x10) (var g10)] i32 []))]
        []))
    ; An iota.
    (fun f11 _
      [(param n11 (scalar i64)) (param x11 (scalar i32)) (param m11 (mem))
       (param xs11 (array i32 [(var n11)] false m11 (layout (poly-const 0) [(poly-const 1)])))
       (param g11 (scalar f32))]
      []
      (body
        [(stm
           [(param y11 (array i32 [(var n11)] false m11 (layout (poly-const 0) [(poly-const 1)])))]
           [] (iota (var x11) (var g11) (const 1i32) i32))]
        []))
    ; T-IF: the condition and a branch.
    (fun f12 _
      [(param n12 (scalar i64)) (param x12 (scalar i32)) (param m12 (mem))
       (param xs12 (array i32 [(var n12)] false m12 (layout (poly-const 0) [(poly-const 1)])))
       (param g12 (scalar f32))]
      []
      (body
        [(stm [(param y12 (scalar i32))] []
           (if (var x12) (body [] [(var x12)]) (body [] [(var g12)])))]
        []))
    ; A loop: an initial value, the bound, the result.
    (fun f13 _
      [(param n13 (scalar i64)) (param x13 (scalar i32)) (param m13 (mem))
       (param xs13 (array i32 [(var n13)] false m13 (layout (poly-const 0) [(poly-const 1)])))
       (param g13 (scalar f32))]
      []
      (body
        [(stm [(param y13 (scalar i32))] []
           (loop [(param p13 (scalar i32))] [(var g13)] (for i13 i64 (var x13) false)
             (body [] [(var g13)])))]
        []))
    ; A loop: how many values, and the condition.
    (fun f14 _
      [(param n14 (scalar i64)) (param x14 (scalar i32)) (param m14 (mem))
       (param xs14 (array i32 [(var n14)] false m14 (layout (poly-const 0) [(poly-const 1)])))
       (param g14 (scalar f32))]
      []
      (body
        [(stm [(param y14 (scalar i32))] []
           (loop [(param p14 (scalar i32))] [(var x14) (var x14)] (while p14) (body [] [(var x14)])))]
        []))
    ; A call: an argument, and how many of them.
    (fun f15 _
      [(param n15 (scalar i64)) (param x15 (scalar i32)) (param m15 (mem))
       (param xs15 (array i32 [(var n15)] false m15 (layout (poly-const 0) [(poly-const 1)])))
       (param g15 (scalar f32))]
      [] (body [(stm [] [] (call f1 [(var g15)]))] []))
    ; An assertion.
    (fun f16 _
      [(param n16 (scalar i64)) (param x16 (scalar i32)) (param m16 (mem))
       (param xs16 (array i32 [(var n16)] false m16 (layout (poly-const 0) [(poly-const 1)])))
       (param g16 (scalar f32))]
      []
      (body
        [(stm [(param y16 (cert))] []
           (assert E0901 (var x16) [(literal bad) (show (var g16) i32)] []))]
        []))
    ; T-STM: a certificate.
    (fun f17 _
      [(param n17 (scalar i64)) (param x17 (scalar i32)) (param m17 (mem))
       (param xs17 (array i32 [(var n17)] false m17 (layout (poly-const 0) [(poly-const 1)])))
       (param g17 (scalar f32))]
      [] (body [(stm [(param y17 (scalar i32))] [x17] (atoms [(var x17)]))] []))
    ; T-STM: how many values.
    (fun f18 _
      [(param n18 (scalar i64)) (param x18 (scalar i32)) (param m18 (mem))
       (param xs18 (array i32 [(var n18)] false m18 (layout (poly-const 0) [(poly-const 1)])))
       (param g18 (scalar f32))]
      []
      (body [(stm [(param y18 (scalar i32)) (param z18 (scalar i32))] [] (atoms [(var x18)]))] []))
    ; T-RESULT.
    (fun f19 _
      [(param n19 (scalar i64)) (param x19 (scalar i32)) (param m19 (mem))
       (param xs19 (array i32 [(var n19)] false m19 (layout (poly-const 0) [(poly-const 1)])))
       (param g19 (scalar f32))]
      [(param r19 (scalar i32))] (body [] [(var g19)]))
    ; T-KERNEL: the elements.
    (fun f20 _
      [(param n20 (scalar i64)) (param x20 (scalar i32)) (param m20 (mem))
       (param xs20 (array i32 [(var n20)] false m20 (layout (poly-const 0) [(poly-const 1)])))
       (param g20 (scalar f32))]
      []
      (body
        [(stm [(param b20 (mem))] [] (alloc f32 (poly-const 9)))
         (stm
            [(param y20 (array f32 [(var n20)] false b20 (layout (poly-const 0) [(poly-const 1)])))]
            [] (seg-map false [(seg-dim i20 (var n20))] (kernel-body [] [(returns (var x20))])))]
        []))
    ; A block as a number, and as a value of a branch.
    (fun f21 _
      [(param n21 (scalar i64)) (param x21 (scalar i32)) (param m21 (mem))
       (param xs21 (array i32 [(var n21)] false m21 (layout (poly-const 0) [(poly-const 1)])))
       (param g21 (scalar f32))]
      []
      (body
        [(stm [(param y21 (scalar i64))] [] (atoms [(var m21)]))
         (stm [(param z21 (scalar i64))] []
            (if (const true) (body [] [(var n21)]) (body [] [(var m21)])))]
        []))
    ; An entry point whose argument is a block, and whose result is one.
    (fun main (entry main [(entry-arg a i64 [m])] [(entry-result i64 [0])]) [(param m (mem))]
      [(param r (mem))] (body [] [(var m)]))])
; ---
8:17: in `f1`: `y1` is of type f32, but is bound to i32
14:73: in `f2`: an operand should be of type i32, but is of type f32
20:51: in `f3`: `and` does not apply to f32
26:51: in `f4`: `not` does not apply to f32
26:63: in `f4`: an operand should be of type f32, but is of type i32
32:51: in `f5`: `fma` does not apply to i32
32:82: in `f5`: an operand should be of type i32, but is of type f32
38:68: in `f6`: an operand should be of type i64, but is of type i32
44:63: in `f7`: an index should be of type i64, but is of type i32
50:51: in `f8`: 2 indices into []i32
56:51: in `f9`: `x9` should be an array, but is of type i32
67:37: in `f10`: an element should be of type i32, but is of type f32
78:21: in `f11`: the number of elements should be of type i64, but is of type i32
78:31: in `f11`: the first element should be of type i32, but is of type f32
88:16: in `f12`: a condition should be of type bool, but is of type i32
88:58: in `f12`: a result should be of type i32, but is of type f32
98:46: in `f13`: an initial value should be of type i32, but is of type f32
98:70: in `f13`: the bound should be of type i64, but is of type i32
99:24: in `f13`: a result should be of type i32, but is of type f32
109:12: in `f14`: 2 initial values, but 1 are expected
109:67: in `f14`: the condition should be of type bool, but is of type i32
116:28: in `f15`: 1 arguments, but 5 are expected
116:38: in `f15`: an argument should be of type i64, but is of type f32
125:26: in `f16`: a condition should be of type bool, but is of type i32
125:57: in `f16`: a value that a message shows should be of type i32, but is of type f32
132:17: in `f17`: `x17` is no certificate
139:14: in `f18`: 1 values, but 2 are expected
145:44: in `f19`: a result should be of type i32, but is of type f32
156:83: in `f20`: a result should be of type f32, but is of type i32
165:10: in `f21`: `y21` is of type i64, but is bound to cert
167:62: in `f21`: a result should be of type i64, but is of type cert
170:28: in `main`: `m` is no parameter for an argument, or another one's
170:52: in `main`: result 0 is no value
