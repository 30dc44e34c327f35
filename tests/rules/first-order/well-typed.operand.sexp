; The second operand of a constructor that has one.
(program [
    (value f false [] _ []
      [(pat-var (type-sum [(type-case none []) (type-case some [(type-prim i32)])]) x)]
      (type-prim i32)
      (payload (type-prim i32)
        (var (type-sum [(type-case none []) (type-case some [(type-prim i32)])]) x) some 1))])
; ---
6:7: constructor `#some` has no operand 1
