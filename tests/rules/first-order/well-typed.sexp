; Definitions whose types do not fit.
(program [
    (value inc false [] _ [] [(pat-var (type-prim i32) x0)] (type-prim i32)
      (bin (type-prim i32) add (var (type-prim i32) x0) (const (type-prim i32) 1i32)))
    ; The result of a function.
    (value result false [] _ [] [] (type-prim i32) (const (type-prim bool) true))
    ; An argument.
    (value argument false [] _ [] [] (type-prim i32)
      (call (type-prim i32) inc [(const (type-prim bool) true)]))
    ; The result of a call.
    (value call false [] _ [] [] (type-prim bool)
      (call (type-prim bool) inc [(const (type-prim i32) 1i32)]))
    ; A mapped function.
    (value mapped false [] _ []
      [(pat-var (type-array (size-of (const (type-prim i64) 2i64)) (type-prim i32)) x1)]
      (type-array (size-of (const (type-prim i64) 2i64)) (type-prim bool))
      (intrinsic (type-array (size-of (const (type-prim i64) 2i64)) (type-prim bool)) map
        [(fun [(pat-var (type-prim i32) y1)] (type-prim bool) (var (type-prim i32) y1))]
        [(var (type-array (size-of (const (type-prim i64) 2i64)) (type-prim i32)) x1)]))
    ; The number of operands of an array operation.
    (value operands false [] _ []
      [(pat-var (type-array (size-of (const (type-prim i64) 2i64)) (type-prim i32)) x2)]
      (type-array (size-of (const (type-prim i64) 2i64)) (type-prim i32))
      (intrinsic (type-array (size-of (const (type-prim i64) 2i64)) (type-prim i32)) map []
        [(var (type-array (size-of (const (type-prim i64) 2i64)) (type-prim i32)) x2)]))
    ; A branch.
    (value branch false [] _ [] [] (type-prim i32)
      (if (type-prim i32) (const (type-prim bool) true) (const (type-prim i32) 1i32)
        (const (type-prim i64) 1i64)))
    ; The pattern of a `let`.
    (value binding false [] _ [] [] (type-prim i32)
      (let (type-prim i32) []
        (pat-record (type-record [(type-field a (type-prim i32)) (type-field b (type-prim bool))])
          [(pat-field a (pat-wild (type-prim bool)))])
        (record (type-record [(type-field a (type-prim i32)) (type-field b (type-prim bool))])
          [(field a (const (type-prim i32) 1i32)) (field b (const (type-prim bool) true))])
        (const (type-prim i32) 1i32)))
    ; Sizes are not compared.
    (value sizes false [] _ []
      [(pat-var (type-array (size-of (const (type-prim i64) 2i64)) (type-prim i32)) x3)]
      (type-array (size-of (const (type-prim i64) 3i64)) (type-prim i32))
      (var (type-array (size-of (const (type-prim i64) 2i64)) (type-prim i32)) x3))
    ; A payload of another type.
    (value payload false [] _ []
      [(pat-var (type-sum [(type-case none []) (type-case some [(type-prim i32)])]) x11)]
      (type-prim bool)
      (payload (type-prim bool)
        (var (type-sum [(type-case none []) (type-case some [(type-prim i32)])]) x11) some 0))
    ; A function that was applied here.
    (value applied false [] _ [] [] (type-prim i32)
      (applied (type-prim i32) (const (type-prim bool) true)))])
; ---
6:52: in `result`: has type bool, but the result type is i32
9:7: in `argument`: takes bool where `inc` takes i32
12:7: in `call`: has type i32 -> bool, but the result of `inc` is i32
18:63: in `mapped`: has type i32, but the result type is bool
24:7: in `operands`: `map` takes 2 operands
29:9: in `branch`: has type i64, but the type of the conditional is i32
33:9: in `binding`: field `a` has another type
47:7: in `payload`: has type bool, but the result of `operand` is i32
51:32: in `applied`: has type bool, but the result type is i32
