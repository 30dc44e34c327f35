; Uses of names where nothing binds them.
(program [
    ; A variable that is bound nowhere.
    (value f1 false [] _ [] [] (type-prim i32) true (var (type-prim i32) y1 []))
    ; A variable of another definition.
    (value f2 false [] _ [] [(pat-var (type-prim i32) x2)] (type-prim i32) true
      (var (type-prim i32) z3 []))
    (value f3 false [] _ [] [] (type-prim i32) true
      (let (type-prim i32) [] (pat-var (type-prim i32) z3) (const (type-prim i32) 1i32)
        (var (type-prim i32) z3 [])))
    ; A variable in its own right-hand side.
    (value f4 false [] _ [] [] (type-prim i32) true
      (let (type-prim i32) [] (pat-var (type-prim i32) x4) (var (type-prim i32) x4 [])
        (const (type-prim i32) 1i32)))
    ; A size in a type.
    (value f5 false [] _ []
      [(pat-var (type-array (size-of (var (type-prim i64) n5 [])) (type-prim i32)) x5)]
      (type-prim i32) true (const (type-prim i32) 1i32))
    ; A type.
    (value f6 false [] _ [] [(pat-var (type-var t6) x6)] (type-prim i32) true
      (const (type-prim i32) 1i32))
    ; The index of a loop after the loop.
    (value f7 false [] _ [] [] (type-prim i64) true
      (let (type-prim i64) [] (pat-var (type-prim i64) x7)
        (loop (type-prim i64) [] (pat-var (type-prim i64) y7) (const (type-prim i64) 1i64)
          (for i7 (const (type-prim i64) 1i64)) (var (type-prim i64) i7 []))
        (var (type-prim i64) i7 [])))])
; ---
4:53: `y1` is not in scope
7:7: `z3` is not in scope
13:60: `x4` is not in scope
17:38: `n5` is not in scope
20:39: `t6` is not in scope
27:9: `i7` is not in scope
