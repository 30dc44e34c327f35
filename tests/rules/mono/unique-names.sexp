; Variables that are bound twice.
(program [
    ; Two parameters.
    (value f1 false [] _ [] [(pat-var (type-prim i32) x1) (pat-var (type-prim i32) x1)]
      (type-prim i32) (const (type-prim i32) 1i32))
    ; A size and a parameter.
    (value f2 false [] _ [(size-binder n2)] [(pat-var (type-prim i32) n2)] (type-prim i32)
      (const (type-prim i32) 1i32))
    ; A `let` in another definition.
    (value f3 false [] _ [] [] (type-prim i32)
      (let (type-prim i32) [] (pat-var (type-prim i32) x1) (const (type-prim i32) 1i32)
        (const (type-prim i32) 1i32)))
    ; The parameter of a mapped function.
    (value f4 false [] _ []
      [(pat-var (type-array (size-of (const (type-prim i64) 2i64)) (type-prim i32)) x4)]
      (type-array (size-of (const (type-prim i64) 2i64)) (type-prim i32))
      (intrinsic (type-array (size-of (const (type-prim i64) 2i64)) (type-prim i32)) map
        [(lambda (type-arrow _ (type-prim i32) (type-prim i32)) [(pat-var (type-prim i32) x1)]
           (type-prim i32) (const (type-prim i32) 1i32))
         (var (type-array (size-of (const (type-prim i64) 2i64)) (type-prim i32)) x4)]))
    ; The index of a loop.
    (value f5 false [] _ [] [(pat-var (type-prim i64) i5)] (type-prim i32)
      (loop (type-prim i32) [] (pat-var (type-prim i32) x5) (const (type-prim i32) 1i32)
        (for i5 (const (type-prim i64) 1i64)) (const (type-prim i32) 1i32)))])
; ---
4:59: in `f1`: `x1` is bound a second time
7:46: in `f2`: `n2` is bound a second time
11:31: in `f3`: `x1` is bound a second time
18:66: in `f4`: `x1` is bound a second time
24:9: in `f5`: `i5` is bound a second time
