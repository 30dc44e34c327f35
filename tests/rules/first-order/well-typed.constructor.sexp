; A test for a constructor that the type does not have.
(program [
    (value f false [] _ []
      [(pat-var (type-sum [(type-case none []) (type-case some [(type-prim i32)])]) x)]
      (type-prim bool)
      (test (type-prim bool)
        (var (type-sum [(type-case none []) (type-case some [(type-prim i32)])]) x) other))])
; ---
6:7: a type without constructor `#other`
