; Names that are bound twice, or used where nothing binds them.
(program [] [] [
    ; A variable that is bound nowhere.
    (fun f1 _
      [(param n1 (scalar i64)) (param x1 (scalar i32)) (param m1 (mem))
       (param xs1 (array i32 [(var n1)] false m1 (layout (poly-const 0) [(poly-const 1)])))
       (param g1 (scalar f32))]
      [] (body [(stm [(param y1 (scalar i32))] [] (atoms [(var z1)]))] []))
    ; A variable like a parameter.
    (fun f2 _
      [(param n2 (scalar i64)) (param x2 (scalar i32)) (param m2 (mem))
       (param xs2 (array i32 [(var n2)] false m2 (layout (poly-const 0) [(poly-const 1)])))
       (param g2 (scalar f32))]
      [] (body [(stm [(param x2 (scalar i32))] [] (atoms [(const 1i32)]))] []))
    ; A statement before the one that binds its operand.
    (fun f3 _
      [(param n3 (scalar i64)) (param x3 (scalar i32)) (param m3 (mem))
       (param xs3 (array i32 [(var n3)] false m3 (layout (poly-const 0) [(poly-const 1)])))
       (param g3 (scalar f32))]
      []
      (body
        [(stm [(param y3 (scalar i32))] [] (atoms [(var z3)]))
         (stm [(param z3 (scalar i32))] [] (atoms [(const 1i32)]))]
        []))
    ; A variable of another function.
    (fun f4 _
      [(param n4 (scalar i64)) (param x4 (scalar i32)) (param m4 (mem))
       (param xs4 (array i32 [(var n4)] false m4 (layout (poly-const 0) [(poly-const 1)])))
       (param g4 (scalar f32))]
      [] (body [(stm [(param y4 (scalar i32))] [] (atoms [(var x1)]))] []))
    ; A variable of a branch after the branch.
    (fun f5 _
      [(param n5 (scalar i64)) (param x5 (scalar i32)) (param m5 (mem))
       (param xs5 (array i32 [(var n5)] false m5 (layout (poly-const 0) [(poly-const 1)])))
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
      [(param n6 (scalar i64)) (param x6 (scalar i32)) (param m6 (mem))
       (param xs6 (array i32 [(var n6)] false m6 (layout (poly-const 0) [(poly-const 1)])))
       (param g6 (scalar f32))]
      []
      (body
        [(stm [(param y6 (array i32 [(var k6)] false m6 (layout (poly-const 0) [(poly-const 1)])))]
           [] (copy xs6))]
        []))
    ; A block.
    (fun f7 _
      [(param n7 (scalar i64)) (param x7 (scalar i32)) (param m7 (mem))
       (param xs7 (array i32 [(var n7)] false m7 (layout (poly-const 0) [(poly-const 1)])))
       (param g7 (scalar f32))]
      []
      (body
        [(stm [(param y7 (array i32 [(var n7)] false b7 (layout (poly-const 0) [(poly-const 1)])))]
           [] (copy xs7))]
        []))
    ; A variable of an index function.
    (fun f8 _
      [(param n8 (scalar i64)) (param x8 (scalar i32)) (param m8 (mem))
       (param xs8 (array i32 [(var n8)] false m8 (layout (poly-const 0) [(poly-const 1)])))
       (param g8 (scalar f32))]
      []
      (body
        [(stm [(param y8 (array i32 [(var n8)] false m8 (layout (poly-const 0) [(poly-var k8)])))]
           [] (copy xs8))]
        []))])
; ---
8:59: `z1` is not in scope
14:23: `x2` is bound a second time
22:52: `z3` is not in scope
30:59: `x1` is not in scope
42:52: `z5` is not in scope
51:38: `k6` is not in scope
61:26: `b7` is not in scope
71:81: `k8` is not in scope
