; Labels and constructors that are there twice.
(program 2026 [
    ; A record.
    (value f1 false [] _ [] [] _ (record [(field a (const 1i32)) (field a (const 1i32))]))
    ; A record pattern.
    (value f2 false [] _ [] [(pat-record [(pat-field a (pat-wild)) (pat-field a (pat-wild))])] _
      (const 1i32))
    ; A record type.
    (value f3 false [] _ [] []
      (type-record [(type-field a (type-prim i32)) (type-field a (type-prim i32))]) (const 1i32))
    ; A sum type.
    (value f4 false [] _ [] [] (type-sum [(type-case a []) (type-case a [(type-prim i32)])])
      (const 1i32))
    ; Different records may have the same label.
    (value f5 false [] _ [] [] _ (record [(field a (record [(field a (const 1i32))]))]))])
; ---
4:34: `a` occurs twice
6:30: `a` occurs twice
10:7: `a` occurs twice
12:32: `a` occurs twice
