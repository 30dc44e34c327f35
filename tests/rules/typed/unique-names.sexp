; Variables that are bound twice.
(program [
    ; A parameter like a definition.
    (value f1 false [] _ [] [(pat-var (type-prim i32) f1)] (type-prim i32) true
      (const (type-prim i32) 1i32))
    ; Two parameters.
    (value f2 false [] _ [] [(pat-var (type-prim i32) x2) (pat-var (type-prim i32) x2)]
      (type-prim i32) true (const (type-prim i32) 1i32))
    ; A `let` inside of a `let`.
    (value f3 false [] _ [] [] (type-prim i32) true
      (let (type-prim i32) [] (pat-var (type-prim i32) x3) (const (type-prim i32) 1i32)
        (let (type-prim i32) [] (pat-var (type-prim i32) x3) (const (type-prim i32) 1i32)
          (var (type-prim i32) x3 []))))
    ; A `let` in another definition.
    (value f4 false [] _ [] [] (type-prim i32) true
      (let (type-prim i32) [] (pat-var (type-prim i32) x3) (const (type-prim i32) 1i32)
        (const (type-prim i32) 1i32)))
    ; A local function.
    (value f5 false [] _ [] [(pat-var (type-prim i32) g5)] (type-prim i32) true
      (let-fun (type-prim i32) g5 [] [(pat-var (type-prim i32) x5)] (type-prim i32) true
        (const (type-prim i32) 1i32) (const (type-prim i32) 1i32)))
    ; A size parameter and a variable.
    (value f6 false [] _ [(size-param n6)] [(pat-var (type-prim i32) n6)] (type-prim i32) true
      (const (type-prim i32) 1i32))
    ; The index of a loop.
    (value f7 false [] _ [] [(pat-var (type-prim i64) i7)] (type-prim i32) true
      (loop (type-prim i32) [] (pat-var (type-prim i32) x7) (const (type-prim i32) 1i32)
        (for i7 (const (type-prim i64) 1i64)) (const (type-prim i32) 1i32)))
    ; Sizes of types may be bound twice, since types are copied.
    (value f8 false [] _ []
      [(pat-var (type-arrow n8 (type-prim i64) (type-prim i32)) x8)
       (pat-var (type-arrow n8 (type-prim i64) (type-prim i32)) y8)]
      (type-prim i32) true (const (type-prim i32) 1i32))])
; ---
4:30: in `f1`: `f1` is bound a second time
7:59: in `f2`: `x2` is bound a second time
12:33: in `f3`: `x3` is bound a second time
16:31: in `f4`: `x3` is bound a second time
20:7: in `f5`: `g5` is bound a second time
23:45: in `f6`: `n6` is bound a second time
28:9: in `f7`: `i7` is bound a second time
