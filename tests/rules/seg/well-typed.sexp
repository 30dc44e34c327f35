; Functions whose `Anf` functions of the same meaning have types that do not fit.
(program [] [] [
    ; T-SCALAR.
    (fun f1 _
      [(param n1 (scalar i64)) (param x1 (scalar i32)) (param xs1 (array i32 [(var n1)] false))
       (param g1 (scalar f32))]
      [] (body [(stm [(param y1 (scalar f32))] [] (atoms [(var x1)]))] []))
    ; T-OP: an operand.
    (fun f2 _
      [(param n2 (scalar i64)) (param x2 (scalar i32)) (param xs2 (array i32 [(var n2)] false))
       (param g2 (scalar f32))]
      [] (body [(stm [(param y2 (scalar i32))] [] (bin add i32 (var x2) (var g2)))] []))
    ; T-OP: an operator.
    (fun f3 _
      [(param n3 (scalar i64)) (param x3 (scalar i32)) (param xs3 (array i32 [(var n3)] false))
       (param g3 (scalar f32))]
      [] (body [(stm [(param y3 (scalar f32))] [] (bin and f32 (var g3) (var g3)))] []))
    ; T-OP: an operator on one operand.
    (fun f4 _
      [(param n4 (scalar i64)) (param x4 (scalar i32)) (param xs4 (array i32 [(var n4)] false))
       (param g4 (scalar f32))]
      [] (body [(stm [(param y4 (scalar f32))] [] (un not f32 (var x4)))] []))
    ; T-OP: an operator on three operands.
    (fun f5 _
      [(param n5 (scalar i64)) (param x5 (scalar i32)) (param xs5 (array i32 [(var n5)] false))
       (param g5 (scalar f32))]
      [] (body [(stm [(param y5 (scalar i32))] [] (tri fma i32 (var x5) (var x5) (var g5)))] []))
    ; T-OP: a conversion.
    (fun f6 _
      [(param n6 (scalar i64)) (param x6 (scalar i32)) (param xs6 (array i32 [(var n6)] false))
       (param g6 (scalar f32))]
      [] (body [(stm [(param y6 (scalar i32))] [] (convert i64 i32 (var x6)))] []))
    ; T-INDEX: an index that is no `i64`.
    (fun f7 _
      [(param n7 (scalar i64)) (param x7 (scalar i32)) (param xs7 (array i32 [(var n7)] false))
       (param g7 (scalar f32))]
      [] (body [(stm [(param y7 (scalar i32))] [] (index xs7 [(var x7)]))] []))
    ; T-INDEX: too many indices.
    (fun f8 _
      [(param n8 (scalar i64)) (param x8 (scalar i32)) (param xs8 (array i32 [(var n8)] false))
       (param g8 (scalar f32))]
      [] (body [(stm [(param y8 (scalar i32))] [] (index xs8 [(var n8) (var n8)]))] []))
    ; T-INDEX: no array.
    (fun f9 _
      [(param n9 (scalar i64)) (param x9 (scalar i32)) (param xs9 (array i32 [(var n9)] false))
       (param g9 (scalar f32))]
      [] (body [(stm [(param y9 (scalar i32))] [] (index x9 [(var n9)]))] []))
    ; An array literal.
    (fun f10 _
      [(param n10 (scalar i64)) (param x10 (scalar i32)) (param xs10 (array i32 [(var n10)] false))
       (param g10 (scalar f32))]
      []
      (body
        [(stm [(param y10 (array i32 [(const 2i64)] false))] []
           (array-lit [(var x10) (var g10)] i32 []))]
        []))
    ; An iota.
    (fun f11 _
      [(param n11 (scalar i64)) (param x11 (scalar i32)) (param xs11 (array i32 [(var n11)] false))
       (param g11 (scalar f32))]
      []
      (body
        [(stm [(param y11 (array i32 [(var n11)] false))] []
           (iota (var x11) (var g11) (const 1i32) i32))]
        []))
    ; T-IF: the condition and a branch.
    (fun f12 _
      [(param n12 (scalar i64)) (param x12 (scalar i32)) (param xs12 (array i32 [(var n12)] false))
       (param g12 (scalar f32))]
      []
      (body
        [(stm [(param y12 (scalar i32))] []
           (if (var x12) (body [] [(var x12)]) (body [] [(var g12)])))]
        []))
    ; A loop: an initial value, the bound, the result.
    (fun f13 _
      [(param n13 (scalar i64)) (param x13 (scalar i32)) (param xs13 (array i32 [(var n13)] false))
       (param g13 (scalar f32))]
      []
      (body
        [(stm [(param y13 (scalar i32))] []
           (loop [(param p13 (scalar i32))] [(var g13)] (for i13 i64 (var x13) false)
             (body [] [(var g13)])))]
        []))
    ; A loop: how many values, and the condition.
    (fun f14 _
      [(param n14 (scalar i64)) (param x14 (scalar i32)) (param xs14 (array i32 [(var n14)] false))
       (param g14 (scalar f32))]
      []
      (body
        [(stm [(param y14 (scalar i32))] []
           (loop [(param p14 (scalar i32))] [(var x14) (var x14)] (while p14) (body [] [(var x14)])))]
        []))
    ; A call: an argument, and how many of them.
    (fun f15 _
      [(param n15 (scalar i64)) (param x15 (scalar i32)) (param xs15 (array i32 [(var n15)] false))
       (param g15 (scalar f32))]
      [] (body [(stm [] [] (call f1 [(var g15)]))] []))
    ; An assertion.
    (fun f16 _
      [(param n16 (scalar i64)) (param x16 (scalar i32)) (param xs16 (array i32 [(var n16)] false))
       (param g16 (scalar f32))]
      []
      (body
        [(stm [(param y16 (cert))] []
           (assert E0901 (var x16) [(literal bad) (show (var g16) i32)] []))]
        []))
    ; T-STM: a certificate.
    (fun f17 _
      [(param n17 (scalar i64)) (param x17 (scalar i32)) (param xs17 (array i32 [(var n17)] false))
       (param g17 (scalar f32))]
      [] (body [(stm [(param y17 (scalar i32))] [x17] (atoms [(var x17)]))] []))
    ; T-STM: how many values.
    (fun f18 _
      [(param n18 (scalar i64)) (param x18 (scalar i32)) (param xs18 (array i32 [(var n18)] false))
       (param g18 (scalar f32))]
      []
      (body [(stm [(param y18 (scalar i32)) (param z18 (scalar i32))] [] (atoms [(var x18)]))] []))
    ; T-RESULT.
    (fun f19 _
      [(param n19 (scalar i64)) (param x19 (scalar i32)) (param xs19 (array i32 [(var n19)] false))
       (param g19 (scalar f32))]
      [(param r19 (scalar i32))] (body [] [(var g19)]))
    ; T-KERNEL: the elements.
    (fun f20 _
      [(param n20 (scalar i64)) (param x20 (scalar i32)) (param xs20 (array i32 [(var n20)] false))
       (param g20 (scalar f32))]
      []
      (body
        [(stm [(param ys20 (array f32 [(var n20)] false))] []
           (seg-map false [(seg-dim i20 (var n20))]
             (kernel-body [(stm [(param e20 (scalar i32))] [] (index xs20 [(var i20)]))]
               [(returns (var e20))])))]
        []))
    ; T-KERNEL: the size of the index space.
    (fun f21 _
      [(param n21 (scalar i64)) (param x21 (scalar i32)) (param xs21 (array i32 [(var n21)] false))
       (param g21 (scalar f32))]
      []
      (body
        [(stm [(param y21 (array i32 [(var n21)] false))] []
           (seg-map false [(seg-dim i21 (var x21))] (kernel-body [] [(returns (const 1i32))])))]
        []))
    ; T-KERNEL: a value that is written.
    (fun f22 _
      [(param n22 (scalar i64)) (param x22 (scalar i32)) (param xs22 (array i32 [(var n22)] false))
       (param g22 (scalar f32))]
      []
      (body
        [(stm [(param y22 (array i32 [(var n22)] false))] []
           (seg-map false [(seg-dim i22 (var n22))]
             (kernel-body [] [(writes xs22 [(var n22)] [(var i22)] (var g22))])))]
        []))
    ; A reduction: the neutral element.
    (fun f23 _
      [(param n23 (scalar i64)) (param x23 (scalar i32)) (param xs23 (array i32 [(var n23)] false))
       (param g23 (scalar f32))]
      []
      (body
        [(stm [(param y23 (scalar i32))] []
           (seg-red [(seg-dim i23 (var n23))]
             [(reduction false
                (lambda [(param a23 (scalar i32)) (param b23 (scalar i32))] [(scalar i32)]
                  (body [] [(var a23)]))
                [(var g23)])]
             (kernel-body [] [(returns (var x23))])))]
        []))
    ; A scan: the prefixes.
    (fun f24 _
      [(param n24 (scalar i64)) (param x24 (scalar i32)) (param xs24 (array i32 [(var n24)] false))
       (param g24 (scalar f32))]
      []
      (body
        [(stm [(param y24 (array i32 [(var n24)] false))] []
           (seg-scan [(seg-dim i24 (var n24))]
             [(reduction false
                (lambda [(param a24 (scalar i32)) (param b24 (scalar i32))] [(scalar i32)]
                  (body [] [(var a24)]))
                [(var x24)])]
             (scan-body [] [(var x24)] [(param p24 (scalar f32))]
               (kernel-body [] [(returns (var x24))]))
             []))]
        []))
    ; A histogram: the number of bins.
    (fun f25 _
      [(param n25 (scalar i64)) (param x25 (scalar i32)) (param xs25 (array i32 [(var n25)] false))
       (param g25 (scalar f32))]
      []
      (body
        [(stm [(param y25 (array i32 [(var n25)] false))] []
           (seg-hist [(seg-dim i25 (var n25))]
             [(hist-op (var x25) [xs25] [(const 0i32)]
                (lambda [(param a25 (scalar i32)) (param b25 (scalar i32))] [(scalar i32)]
                  (body [] [(var a25)])))]
             (kernel-body [] [(returns (const 0i64)) (returns (var x25))])))]
        []))])
; ---
7:17: in `f1`: `y1` is of type f32, but is bound to i32
12:73: in `f2`: an operand should be of type i32, but is of type f32
17:51: in `f3`: `and` does not apply to f32
22:51: in `f4`: `not` does not apply to f32
22:63: in `f4`: an operand should be of type f32, but is of type i32
27:51: in `f5`: `fma` does not apply to i32
27:82: in `f5`: an operand should be of type i32, but is of type f32
32:68: in `f6`: an operand should be of type i64, but is of type i32
37:63: in `f7`: an index should be of type i64, but is of type i32
42:51: in `f8`: 2 indices into []i32
47:51: in `f9`: `x9` should be an array, but is of type i32
55:34: in `f10`: an element should be of type i32, but is of type f32
64:18: in `f11`: the number of elements should be of type i64, but is of type i32
64:28: in `f11`: the first element should be of type i32, but is of type f32
73:16: in `f12`: a condition should be of type bool, but is of type i32
73:58: in `f12`: a result should be of type i32, but is of type f32
82:46: in `f13`: an initial value should be of type i32, but is of type f32
82:70: in `f13`: the bound should be of type i64, but is of type i32
83:24: in `f13`: a result should be of type i32, but is of type f32
92:12: in `f14`: 2 initial values, but 1 are expected
92:67: in `f14`: the condition should be of type bool, but is of type i32
98:28: in `f15`: 1 arguments, but 4 are expected
98:38: in `f15`: an argument should be of type i64, but is of type f32
106:26: in `f16`: a condition should be of type bool, but is of type i32
106:57: in `f16`: a value that a message shows should be of type i32, but is of type f32
112:17: in `f17`: `x17` is no certificate
118:14: in `f18`: 1 values, but 2 are expected
123:44: in `f19`: a result should be of type i32, but is of type f32
133:26: in `f20`: a result should be of type f32, but is of type i32
142:41: in `f21`: the number of elements should be of type i64, but is of type i32
142:41: in `f21`: a size should be of type i64, but is of type i32
142:41: in `f21`: a width should be of type i64, but is of type i32
152:68: in `f22`: a result should be of type i32, but is of type f32
165:18: in `f23`: a neutral element should be of type i32, but is of type f32
180:29: in `f24`: a result should be of type f32, but is of type i32
179:18: in `f24`: a neutral element should be of type f32, but is of type i32
177:26: in `f24`: the parameter is of type i32, but gets f32
177:51: in `f24`: the parameter is of type i32, but gets f32
177:78: in `f24`: the operator gives i32, but takes f32
192:24: in `f25`: the number of bins should be of type i64, but is of type i32
