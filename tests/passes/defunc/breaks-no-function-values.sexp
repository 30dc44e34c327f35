; A `map` without a function operand: the function would have to be a value.
; language first-order
(program [
  (value main true [] _ []
    [(pat-var (type-array (size-of (const (type-prim i64) 3i64)) (type-prim i32)) xs)]
    (type-array (size-of (const (type-prim i64) 3i64)) (type-prim i32))
    (intrinsic (type-array (size-of (const (type-prim i64) 3i64)) (type-prim i32)) map []
      [(var (type-array (size-of (const (type-prim i64) 3i64)) (type-prim i32)) xs)]))])
; ---
no-function-values: in `main`: function operands with [] parameters, not [1]
    (intrinsic (type-array (size-of (const (type-prim i64) 3i64)) (type-prim i32)) map [] [(var (type-array (size-of (const (type-prim i64) 3i64)) (type-prim i32)) xs)])
well-typed: in `main`: `map` takes 2 operands
    (intrinsic (type-array (size-of (const (type-prim i64) 3i64)) (type-prim i32)) map [(var (type-array (size-of (const (type-prim i64) 3i64)) (type-prim i32)) xs [])])
