; `f` is a function of one parameter; a use without it would be a function value.
; language first-order
(program [
  (value f false [] _ [] [(pat-var (type-prim i32) y)] (type-prim i32) (var (type-prim i32) y))
  (value main true [] _ [] [(pat-var (type-prim i32) x)] (type-prim i32) (call (type-prim i32) f []))])
