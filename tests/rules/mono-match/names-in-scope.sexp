; Uses of names where nothing binds them.
(program [
    ; A variable that is bound nowhere.
    (value f1 false [] _ [] [] (type-prim i32) (var (type-prim i32) y1))
    ; A function that is defined nowhere.
    (value f2 false [] _ [] [] (type-prim i32)
      (apply (type-prim i32) (var (type-arrow _ (type-prim i32) (type-prim i32)) g2)
        [(const (type-prim i32) 1i32)]))
    ; A size in a type. That of an entry point would be in the list before its parameters.
    (value f3 false [] _ []
      [(pat-var (type-array (size-of (var (type-prim i64) n3)) (type-prim i32)) x3)] (type-prim i32)
      (const (type-prim i32) 1i32))
    ; The parameter of a mapped function outside of the function.
    (value f4 false [] _ []
      [(pat-var (type-array (size-of (const (type-prim i64) 2i64)) (type-prim i32)) x4)]
      (type-prim i32)
      (let (type-prim i32) []
        (pat-var (type-array (size-of (const (type-prim i64) 2i64)) (type-prim i32)) y4)
        (intrinsic (type-array (size-of (const (type-prim i64) 2i64)) (type-prim i32)) map
          [(lambda (type-arrow _ (type-prim i32) (type-prim i32)) [(pat-var (type-prim i32) z4)]
             (type-prim i32) (var (type-prim i32) z4))
           (var (type-array (size-of (const (type-prim i64) 2i64)) (type-prim i32)) x4)])
        (var (type-prim i32) z4)))
    ; The variable of another case.
    (value f5 false [] _ []
      [(pat-var (type-sum [(type-case none []) (type-case some [(type-prim i32)])]) x5)]
      (type-prim i32)
      (match (type-prim i32)
        (var (type-sum [(type-case none []) (type-case some [(type-prim i32)])]) x5)
        [(arm
           (pat-con (type-sum [(type-case none []) (type-case some [(type-prim i32)])]) some
             [(pat-var (type-prim i32) y5)])
           (var (type-prim i32) y5))
         (arm (pat-wild (type-sum [(type-case none []) (type-case some [(type-prim i32)])]))
            (var (type-prim i32) y5))]))])
; ---
4:48: `y1` is not in scope
7:30: `g2` is not in scope
11:38: `n3` is not in scope
23:9: `z4` is not in scope
35:13: `y5` is not in scope
