; Functions whose types do not fit. A comment names the rule of figure 3 of IFL 2022 where there is one.
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
    ; T-SLICE.
    (fun f20 _
      [(param n20 (scalar i64)) (param x20 (scalar i32)) (param xs20 (array i32 [(var n20)] false))
       (param g20 (scalar f32))]
      []
      (body
        [(stm [(param y20 (array i32 [(var n20)] false))] []
           (slice xs20 [(span (const 0i64) (var n20) (const 1i64)) (fix (var n20))]))]
        []))
    ; An update: the new value.
    (fun f21 _
      [(param n21 (scalar i64)) (param x21 (scalar i32)) (param xs21 (array i32 [(var n21)] false))
       (param g21 (scalar f32))]
      []
      (body
        [(stm [(param y21 (array i32 [(var n21)] false))] []
           (update xs21 [(fix (var n21))] (var g21)))]
        []))
    ; T-TRANSPOSE.
    (fun f22 _
      [(param n22 (scalar i64)) (param x22 (scalar i32)) (param xs22 (array i32 [(var n22)] false))
       (param g22 (scalar f32))]
      [] (body [(stm [(param y22 (array i32 [(var n22)] false))] [] (rearrange xs22 [1]))] []))
    ; A copy of a scalar.
    (fun f23 _
      [(param n23 (scalar i64)) (param x23 (scalar i32)) (param xs23 (array i32 [(var n23)] false))
       (param g23 (scalar f32))]
      [] (body [(stm [(param y23 (scalar i32))] [] (copy x23))] []))
    ; A replicate.
    (fun f24 _
      [(param n24 (scalar i64)) (param x24 (scalar i32)) (param xs24 (array i32 [(var n24)] false))
       (param g24 (scalar f32))]
      []
      (body
        [(stm [(param y24 (array i32 [(var n24)] false))] [] (replicate [(var x24)] (var g24)))] []))
    ; A reshape to a size that is no `i64`.
    (fun f25 _
      [(param n25 (scalar i64)) (param x25 (scalar i32)) (param xs25 (array i32 [(var n25)] false))
       (param g25 (scalar f32))]
      [] (body [(stm [(param y25 (array i32 [(var n25)] false))] [] (reshape xs25 [(var x25)]))] []))
    ; A concat of arrays of different types.
    (fun f26 _
      [(param n26 (scalar i64)) (param x26 (scalar i32)) (param xs26 (array i32 [(var n26)] false))
       (param g26 (scalar f32))]
      []
      (body
        [(stm [(param gs26 (array f32 [(const 1i64)] false))] []
           (replicate [(const 1i64)] (var g26)))
         (stm [(param y26 (array i32 [(var n26)] false))] [] (concat [xs26 gs26] (var n26)))]
        []))
    ; T-KERNEL: the elements of a `map`.
    (fun f27 _
      [(param n27 (scalar i64)) (param x27 (scalar i32)) (param xs27 (array i32 [(var n27)] false))
       (param g27 (scalar f32))]
      []
      (body
        [(stm [(param y27 (array f32 [(var n27)] false))] []
           (map false (var n27) [xs27]
             (lambda [(param e27 (scalar f32))] [(scalar f32)] (body [] [(var e27)]))))]
        []))
    ; T-KERNEL: the width.
    (fun f28 _
      [(param n28 (scalar i64)) (param x28 (scalar i32)) (param xs28 (array i32 [(var n28)] false))
       (param g28 (scalar f32))]
      []
      (body
        [(stm [(param y28 (array i32 [(var n28)] false))] []
           (map false (var x28) [xs28]
             (lambda [(param e28 (scalar i32))] [(scalar i32)] (body [] [(var e28)]))))]
        []))
    ; A `reduce`: the neutral element, and the operator.
    (fun f29 _
      [(param n29 (scalar i64)) (param x29 (scalar i32)) (param xs29 (array i32 [(var n29)] false))
       (param g29 (scalar f32))]
      []
      (body
        [(stm [(param y29 (scalar i32))] []
           (reduce (var n29) [xs29]
             (lambda [(param e29 (scalar i32))] [(scalar i32)] (body [] [(var e29)]))
             [(reduction false
                (lambda [(param a29 (scalar i32)) (param b29 (scalar i32))] [(scalar f32)]
                  (body [] [(var a29)]))
                [(var g29)])]))]
        []))
    ; A `scan`: what is mapped out.
    (fun f30 _
      [(param n30 (scalar i64)) (param x30 (scalar i32)) (param xs30 (array i32 [(var n30)] false))
       (param g30 (scalar f32))]
      []
      (body
        [(stm [(param y30 (array f32 [(var n30)] false))] []
           (scan (var n30) [xs30]
             (lambda [(param e30 (scalar i32))] [(scalar i32)] (body [] [(var e30)]))
             [(reduction false
                (lambda [(param a30 (scalar i32)) (param b30 (scalar i32))] [(scalar i32)]
                  (body [] [(var a30)]))
                [(var x30)])]
             (lambda [(param c30 (scalar i32))] [(scalar i32)] (body [] [(var c30)])) []))]
        []))
    ; A `scatter`: values of another type, at an index that is no `i64`.
    (fun f31 _
      [(param n31 (scalar i64)) (param x31 (scalar i32)) (param xs31 (array i32 [(var n31)] false))
       (param g31 (scalar f32))]
      []
      (body
        [(stm [(param gs31 (array f32 [(const 1i64)] false))] []
           (replicate [(const 1i64)] (var g31)))
         (stm [(param y31 (array f32 [(const 1i64)] false))] []
            (scatter (var n31) [xs31]
              (lambda [(param e31 (scalar i32))] [(scalar i32) (scalar i32)]
                (body [] [(var e31) (var e31)]))
              [(dest gs31 1)]))]
        []))
    ; A `hist`: the number of bins, and the operator.
    (fun f32 _
      [(param n32 (scalar i64)) (param x32 (scalar i32)) (param xs32 (array i32 [(var n32)] false))
       (param g32 (scalar f32))]
      []
      (body
        [(stm [(param y32 (array i32 [(var n32)] false))] []
           (hist (var n32) [xs32]
             (lambda [(param e32 (scalar i32))] [(scalar i64) (scalar i32)]
               (body [] [(const 0i64) (var e32)]))
             [(hist-op (var x32) [xs32] [(const 0i32)]
                (lambda [(param a32 (scalar i32)) (param b32 (scalar i32))] [(scalar f32)]
                  (body [] [(var a32)])))]))]
        []))
    ; A `hist`: how many results, and the neutral element.
    (fun f33 _
      [(param n33 (scalar i64)) (param x33 (scalar i32)) (param xs33 (array i32 [(var n33)] false))
       (param g33 (scalar f32))]
      []
      (body
        [(stm [(param y33 (array i32 [(var n33)] false))] []
           (hist (var n33) [xs33]
             (lambda [(param e33 (scalar i32))] [(scalar i32)] (body [] [(var e33)]))
             [(hist-op (var n33) [xs33] [(var g33)]
                (lambda [(param a33 (scalar i32)) (param b33 (scalar i32))] [(scalar i32)]
                  (body [] [(var a33)])))]))]
        []))
    ; A `hist`: the values.
    (fun f34 _
      [(param n34 (scalar i64)) (param x34 (scalar i32)) (param xs34 (array i32 [(var n34)] false))
       (param g34 (scalar f32))]
      []
      (body
        [(stm [(param y34 (array i32 [(var n34)] false))] []
           (hist (var n34) [xs34]
             (lambda [(param e34 (scalar i32))] [(scalar i64) (scalar f32)]
               (body [] [(const 0i64) (var g34)]))
             [(hist-op (var n34) [xs34] [(const 0i32)]
                (lambda [(param a34 (scalar i32)) (param b34 (scalar i32))] [(scalar i32)]
                  (body [] [(var a34)])))]))]
        []))
    ; A function as a value.
    (fun f35 _
      [(param n35 (scalar i64)) (param x35 (scalar i32)) (param xs35 (array i32 [(var n35)] false))
       (param g35 (scalar f32))]
      [] (body [(stm [(param y35 (scalar i32))] [] (atoms [(var f1)]))] []))
    ; A `scatter` in a negative number of dimensions.
    (fun f36 _
      [(param n36 (scalar i64)) (param x36 (scalar i32)) (param xs36 (array i32 [(var n36)] false))
       (param g36 (scalar f32))]
      []
      (body
        [(stm [(param y36 (array i32 [(var n36)] false))] []
           (scatter (var n36) [xs36]
             (lambda [(param e36 (scalar i32))] [(scalar i32)] (body [] [(var e36)]))
             [(dest xs36 -1)]))]
        []))
    ; A `reduce`: how many values, and the result of the operator.
    (fun f37 _
      [(param n37 (scalar i64)) (param x37 (scalar i32)) (param xs37 (array i32 [(var n37)] false))
       (param g37 (scalar f32))]
      []
      (body
        [(stm [(param y37 (scalar i32)) (param z37 (scalar i32))] []
           (reduce (var n37) [xs37]
             (lambda [(param e37 (scalar i32))] [(scalar i32)] (body [] [(var e37)]))
             [(reduction false
                (lambda
                  [(param a37 (scalar i32)) (param b37 (scalar i32)) (param c37 (scalar i32))
                   (param d37 (scalar i32))]
                  [(scalar i32) (scalar f32)] (body [] [(var a37) (var g37)]))
                [(var x37) (var x37)])]))]
        []))
    ; An entry point: an argument that is no parameter, one for two parameters, and a result that is none.
    (fun main
      (entry main [(entry-arg a i32 [a f1]) (entry-arg b i32 [a])] [(entry-result i32 [0 1])])
      [(param a (scalar i32))] [(param r (scalar i32))] (body [] [(var a)]))
    ; An entry point with a parameter that is neither an argument nor the size of one.
    (fun other (entry other [(entry-arg c i32 [c])] [])
      [(param k (scalar i64)) (param c (array i32 [(var k)] false)) (param d (scalar i32))] []
      (body [] []))])
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
131:12: in `f20`: 2 dimensions of a slice, but 1 are expected
140:43: in `f21`: the new value should be of type i32, but is of type f32
146:69: in `f22`: not a permutation of 1 dimensions
151:52: in `f23`: `x23` should be an array, but is of type i32
158:74: in `f24`: a size should be of type i64, but is of type i32
158:10: in `f24`: `y24` is of type []i32, but is bound to []f32
163:84: in `f25`: a size should be of type i64, but is of type i32
172:62: in `f26`: arrays of different types
182:23: in `f27`: the parameter is of type f32, but gets i32
191:23: in `f28`: a width should be of type i64, but is of type i32
206:18: in `f29`: a neutral element should be of type i32, but is of type f32
205:29: in `f29`: a result should be of type f32, but is of type i32
204:78: in `f29`: the operator gives f32, but takes i32
214:10: in `f30`: `y30` is of type []f32, but is bound to []i32
232:13: in `f31`: an index that is no i64
232:13: in `f31`: values of type i32 for []f32
247:24: in `f32`: the number of bins should be of type i64, but is of type i32
249:29: in `f32`: a result should be of type f32, but is of type i32
248:78: in `f32`: the operator gives f32, but takes i32
258:12: in `f33`: 1 results of the function, but 2 are expected
258:12: in `f33`: a bin that is no i64
260:42: in `f33`: a neutral element should be of type i32, but is of type f32
271:12: in `f34`: values of type f32 for bins of i32
282:60: in `f35`: `f1` is a function, and no value
290:12: in `f36`: a negative number of dimensions
290:12: in `f36`: values of type i32 for []i32
303:15: in `f37`: 1 operands, but 2 are expected
303:15: in `f37`: 4 parameters, but 2 are expected
303:15: in `f37`: 2 results of the operator, but 1 are expected
300:10: in `f37`: 1 values, but 2 are expected
312:20: in `main`: `f1` is no parameter for an argument, or another one's
312:45: in `main`: `a` is no parameter for an argument, or another one's
312:69: in `main`: result 1 is no value
316:69: in `other`: no argument says what `d` is
