; A test for a constructor of a number.
(program [
    (value f false [] _ [] [(pat-var (type-prim i32) x)] (type-prim bool)
      (test (type-prim bool) (var (type-prim i32) x) some))])
; ---
4:7: constructor `#some` of a type that is no sum type
