; Streams with types that do not fit.
(program [] [] [
    ; A good one.
    (fun f1 _
      [(param n1 (scalar i64)) (param x1 (scalar i32)) (param xs1 (array i32 [(var n1)] false))
       (param g1 (scalar f32))]
      []
      (body
        [(stm [(param y1 (array i32 [(var n1)] false))] []
           (stream (var n1) [xs1] [xs1]
             [(reduction true
                (lambda [(param a1 (scalar i32)) (param b1 (scalar i32))] [(scalar i32)]
                  (body [] [(var a1)]))
                [(const 0i32)])]
             (lambda [(param e1 (scalar i32)) (param acc1 (array i32 [(var n1)] false))]
               [(array i32 [(var n1)] false)]
               (body
                 [(stm [(param z1 (array i32 [(var n1)] false))] []
                    (accumulate [acc1] (const 0i64) (var n1) [(var e1)]
                      (lambda [(param c1 (scalar i32)) (param d1 (scalar i32))] [(scalar i32)]
                        (body [] [(var d1)]))))
                  (stm [(param u1 (array i32 [(var n1)] false))] []
                    (accumulate [z1] (const 0i64) (var n1) [(var e1)] _))]
                 [(var u1)]))))]
        []))
    ; The accumulator, and the function's result.
    (fun f2 _
      [(param n2 (scalar i64)) (param x2 (scalar i32)) (param xs2 (array i32 [(var n2)] false))
       (param g2 (scalar f32))]
      []
      (body
        [(stm [(param y2 (array i32 [(var n2)] false))] []
           (stream (var n2) [xs2] [xs2] []
             (lambda [(param e2 (scalar i32)) (param acc2 (array f32 [(var n2)] false))]
               [(array f32 [(var n2)] false)] (body [] [(var acc2)]))))]
        []))
    ; The numbers of accumulators and of results, and the type of the result.
    (fun f3 _
      [(param n3 (scalar i64)) (param x3 (scalar i32)) (param xs3 (array i32 [(var n3)] false))
       (param g3 (scalar f32))]
      []
      (body
        [(stm [(param y3 (array f32 [(var n3)] false))] []
           (stream (var n3) [xs3] [xs3] []
             (lambda [(param e3 (scalar i32))] [] (body [] []))))]
        []))
    ; The width, two operators, a neutral element, and an operator.
    (fun f4 _
      [(param n4 (scalar i64)) (param x4 (scalar i32)) (param xs4 (array i32 [(var n4)] false))
       (param g4 (scalar f32))]
      []
      (body
        [(stm [(param y4 (array i32 [(var n4)] false))] []
           (stream (var x4) [xs4] [xs4]
             [(reduction true
                (lambda [(param a4 (scalar i32)) (param b4 (scalar i32))] [(scalar i32)]
                  (body [] [(var a4)]))
                [(var g4)])
              (reduction true
                (lambda [(param c4 (scalar f32)) (param d4 (scalar i32))] [(scalar i32)]
                  (body [] [(var d4)]))
                [])]
             (lambda [(param e4 (scalar i32)) (param acc4 (array i32 [(var n4)] false))]
               [(array i32 [(var n4)] false)] (body [] [(var acc4)]))))]
        []))
    ; The index, the size, the value and the operator of an update.
    (fun f5 _
      [(param n5 (scalar i64)) (param x5 (scalar i32)) (param xs5 (array i32 [(var n5)] false))
       (param g5 (scalar f32))]
      []
      (body
        [(stm [(param y5 (array i32 [(var n5)] false))] []
           (accumulate [xs5] (var x5) (var g5) [(var g5)]
             (lambda [(param c5 (scalar i32)) (param d5 (scalar i32))] [(scalar f32)]
               (body [] [(var g5)]))))]
        []))
    ; The number of values, an update of a number, and the result.
    (fun f6 _
      [(param n6 (scalar i64)) (param x6 (scalar i32)) (param xs6 (array i32 [(var n6)] false))
       (param g6 (scalar f32))]
      []
      (body
        [(stm [(param y6 (array f32 [(var n6)] false))] []
           (accumulate [xs6] (const 0i64) (var n6) [] _))
         (stm [(param z6 (scalar i32))] [] (accumulate [x6] (const 0i64) (var n6) [(var x6)] _))]
        []))])
; ---
34:47: in `f2`: the parameter is of type []f32, but gets []i32
35:17: in `f2`: the function gives []f32, but takes []i32
44:12: in `f3`: 1 parameters, but 2 are expected
44:12: in `f3`: 0 accumulators, but 1 are expected
43:10: in `f3`: `y3` is of type []f32, but is bound to []i32
54:20: in `f4`: a width should be of type i64, but is of type i32
54:12: in `f4`: more than one operator
58:18: in `f4`: a neutral element should be of type i32, but is of type f32
59:15: in `f4`: 0 neutral elements, but 1 are expected
60:26: in `f4`: the parameter is of type f32, but gets i32
73:30: in `f5`: an index should be of type i64, but is of type i32
73:39: in `f5`: a size should be of type i64, but is of type f32
73:49: in `f5`: a value should be of type i32, but is of type f32
74:73: in `f5`: the operator gives f32, but takes i32
84:12: in `f6`: 0 values, but 1 are expected
83:10: in `f6`: `y6` is of type []f32, but is bound to []i32
85:44: in `f6`: `x6` should be an array, but is of type i32
