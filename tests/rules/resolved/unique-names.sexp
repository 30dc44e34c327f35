; Names that are bound twice, or used where nothing binds them.
(program 2026 [
    ; A variable that is bound nowhere.
    (value f1 false [] _ [] [] _ (var y1))
    ; A definition that is there twice. Which of two comes first is not compared.
    (value f2 false [] _ [] [] _ (var f3))
    (value f3 false [] _ [] [] _ (const 1i32))
    (value f3 false [] _ [] [] _ (const 1i32))
    ; The variable of one case in another one.
    (value f4 false [] _ [] [(pat-var x4)] _
      (match (var x4) [(arm (pat-con some [(pat-var y4)]) (var y4)) (arm (pat-wild) (var y4))]))
    ; A type parameter of another definition.
    (value f5 false [] _ [(type-param-named t5 unlifted)]
      [(pat-ascribe (pat-var x5) (type-var t5))] _ (const 1i32))
    (value f6 false [] _ [] [(pat-ascribe (pat-var x6) (type-var t5))] _ (const 1i32))
    ; Two variables of a pattern.
    (value f7 false [] _ [] [(pat-record [(pat-field 0 (pat-var x7)) (pat-field 1 (pat-var x7))])]
      _ (const 1i32))
    ; A definition that has parameters may use itself.
    (value f8 false [] _ [] [(pat-var x8)] _ (apply (var f8) [(var x8)]))])
; ---
4:34: `y1` is not in scope
8:5: `f3` is bound a second time
11:85: `y4` is not in scope
15:56: `t5` is not in scope
17:83: `x7` is bound a second time
