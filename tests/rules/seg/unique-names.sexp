; Names that are bound twice, or used where nothing binds them.
(program [] [] [
    ; A variable that is bound nowhere.
    (fun f1 _
      [(param n1 (scalar i64)) (param x1 (scalar i32)) (param xs1 (array i32 [(var n1)] false))
       (param g1 (scalar f32))]
      [] (body [(stm [(param y1 (scalar i32))] [] (atoms [(var z1)]))] []))
    ; A variable like a parameter.
    (fun f2 _
      [(param n2 (scalar i64)) (param x2 (scalar i32)) (param xs2 (array i32 [(var n2)] false))
       (param g2 (scalar f32))]
      [] (body [(stm [(param x2 (scalar i32))] [] (atoms [(const 1i32)]))] []))
    ; A statement before the one that binds its operand.
    (fun f3 _
      [(param n3 (scalar i64)) (param x3 (scalar i32)) (param xs3 (array i32 [(var n3)] false))
       (param g3 (scalar f32))]
      []
      (body
        [(stm [(param y3 (scalar i32))] [] (atoms [(var z3)]))
         (stm [(param z3 (scalar i32))] [] (atoms [(const 1i32)]))]
        []))
    ; A variable of another function.
    (fun f4 _
      [(param n4 (scalar i64)) (param x4 (scalar i32)) (param xs4 (array i32 [(var n4)] false))
       (param g4 (scalar f32))]
      [] (body [(stm [(param y4 (scalar i32))] [] (atoms [(var x1)]))] []))
    ; A variable of a branch after the branch.
    (fun f5 _
      [(param n5 (scalar i64)) (param x5 (scalar i32)) (param xs5 (array i32 [(var n5)] false))
       (param g5 (scalar f32))]
      []
      (body
        [(stm [(param y5 (scalar i32))] []
           (if (const true)
             (body [(stm [(param z5 (scalar i32))] [] (atoms [(const 1i32)]))] [(var z5)])
             (body [] [(const 2i32)])))
         (stm [(param w5 (scalar i32))] [] (atoms [(var z5)]))]
        []))
    ; A size in a type.
    (fun f6 _
      [(param n6 (scalar i64)) (param x6 (scalar i32)) (param xs6 (array i32 [(var n6)] false))
       (param g6 (scalar f32))]
      [] (body [(stm [(param y6 (array i32 [(var m6)] false))] [] (copy xs6))] []))
    ; The index of a kernel after the kernel.
    (fun f7 _
      [(param n7 (scalar i64)) (param x7 (scalar i32)) (param xs7 (array i32 [(var n7)] false))
       (param g7 (scalar f32))]
      []
      (body
        [(stm [(param ys7 (array i32 [(var n7)] false))] []
           (seg-map false [(seg-dim i7 (var n7))]
             (kernel-body [(stm [(param e7 (scalar i32))] [] (index xs7 [(var i7)]))]
               [(returns (var e7))])))
         (stm [(param y7 (scalar i64))] [] (atoms [(var i7)]))]
        []))
    ; An index space in which an index is bound twice.
    (fun f8 _
      [(param n8 (scalar i64)) (param x8 (scalar i32)) (param xs8 (array i32 [(var n8)] false))
       (param g8 (scalar f32))]
      []
      (body
        [(stm [(param y8 (array i32 [(var n8) (var n8)] false))] []
           (seg-map false [(seg-dim i8 (var n8)) (seg-dim i8 (var n8))]
             (kernel-body [] [(returns (const 1i32))])))]
        []))
    ; A good function.
    (fun f9 _
      [(param n9 (scalar i64)) (param x9 (scalar i32)) (param xs9 (array i32 [(var n9)] false))
       (param g9 (scalar f32))]
      []
      (body
        [(stm [(param ys9 (array i32 [(var n9)] false))] []
           (seg-map false [(seg-dim i9 (var n9))]
             (kernel-body [(stm [(param e9 (scalar i32))] [] (index xs9 [(var i9)]))]
               [(returns (var e9))])))]
        []))])
; ---
7:59: `z1` is not in scope
12:23: `x2` is bound a second time
19:52: `z3` is not in scope
26:59: `x1` is not in scope
37:52: `z5` is not in scope
43:45: `m6` is not in scope
54:52: `i7` is not in scope
63:50: `i8` is bound a second time
