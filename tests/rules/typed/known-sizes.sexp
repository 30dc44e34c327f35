; Expressions of unknown size, `?[k].[k]i32`, where no `let` gives the size a name. `g` may have one: it is its result.
(program [
    (value g false [] _ [] [(pat-var (type-prim i64) i)]
      (type-exists [(size-binder k)]
        (type-array (size-of (var (type-prim i64) k [])) (type-prim i32)))
      true
      (hole
        (type-exists [(size-binder k0)]
          (type-array (size-of (var (type-prim i64) k0 [])) (type-prim i32)))))
    ; An operand of `length`.
    (value f1 false [] _ [] [] (type-prim i64) true
      (intrinsic (type-prim i64) length
        [(apply
           (type-exists [(size-binder k1)]
             (type-array (size-of (var (type-prim i64) k1 [])) (type-prim i32)))
           (var
             (type-arrow _ (type-prim i64)
               (type-exists [(size-binder k1)]
                 (type-array (size-of (var (type-prim i64) k1 [])) (type-prim i32))))
             g [])
           [(const (type-prim i64) 1i64)])]))
    ; An array that is indexed, inside of a `let`.
    (value f2 false [] _ [] [] (type-prim i32) true
      (let (type-prim i32) [] (pat-var (type-prim i32) x2)
        (index (type-prim i32)
          (apply
            (type-exists [(size-binder k2)]
              (type-array (size-of (var (type-prim i64) k2 [])) (type-prim i32)))
            (var
              (type-arrow _ (type-prim i64)
                (type-exists [(size-binder k2)]
                  (type-array (size-of (var (type-prim i64) k2 [])) (type-prim i32))))
              g [])
            [(const (type-prim i64) 1i64)])
          [(at (const (type-prim i64) 1i64))])
        (var (type-prim i32) x2 [])))
    ; A field of a record.
    (value f3 false [] _ [] []
      (type-record
        [(type-field a
           (type-exists [(size-binder l3)]
             (type-array (size-of (var (type-prim i64) l3 [])) (type-prim i32))))])
      true
      (record
        (type-record
          [(type-field a
             (type-exists [(size-binder l3)]
               (type-array (size-of (var (type-prim i64) l3 [])) (type-prim i32))))])
        [(field a
           (apply
             (type-exists [(size-binder k3)]
               (type-array (size-of (var (type-prim i64) k3 [])) (type-prim i32)))
             (var
               (type-arrow _ (type-prim i64)
                 (type-exists [(size-binder k3)]
                   (type-array (size-of (var (type-prim i64) k3 [])) (type-prim i32))))
               g [])
             [(const (type-prim i64) 1i64)]))]))
    ; The initial value of a loop.
    (value f4 false [] _ [] []
      (type-exists [(size-binder l4)]
        (type-array (size-of (var (type-prim i64) l4 [])) (type-prim i32)))
      true
      (loop
        (type-exists [(size-binder l4)]
          (type-array (size-of (var (type-prim i64) l4 [])) (type-prim i32)))
        [(size-binder m4)]
        (pat-var (type-array (size-of (var (type-prim i64) m4 [])) (type-prim i32)) x4)
        (apply
          (type-exists [(size-binder k4)]
            (type-array (size-of (var (type-prim i64) k4 [])) (type-prim i32)))
          (var
            (type-arrow _ (type-prim i64)
              (type-exists [(size-binder k4)]
                (type-array (size-of (var (type-prim i64) k4 [])) (type-prim i32))))
            g [])
          [(const (type-prim i64) 1i64)])
        (while (const (type-prim bool) true))
        (var (type-array (size-of (var (type-prim i64) m4 [])) (type-prim i32)) x4 [])))
    ; A matched value.
    (value f5 false [] _ [] [] (type-prim i32) true
      (match (type-prim i32)
        (apply
          (type-exists [(size-binder k5)]
            (type-array (size-of (var (type-prim i64) k5 [])) (type-prim i32)))
          (var
            (type-arrow _ (type-prim i64)
              (type-exists [(size-binder k5)]
                (type-array (size-of (var (type-prim i64) k5 [])) (type-prim i32))))
            g [])
          [(const (type-prim i64) 1i64)])
        [(arm
           (pat-wild
             (type-exists [(size-binder l5)]
               (type-array (size-of (var (type-prim i64) l5 [])) (type-prim i32))))
           (const (type-prim i32) 1i32))]))
    ; The right-hand side of a `let`, a branch, and the end of a block may be of unknown size.
    (value f6 false [] _ [] []
      (type-exists [(size-binder l6)]
        (type-array (size-of (var (type-prim i64) l6 [])) (type-prim i32)))
      true
      (let
        (type-exists [(size-binder o6)]
          (type-array (size-of (var (type-prim i64) o6 [])) (type-prim i32)))
        [(size-binder m6)]
        (pat-var (type-array (size-of (var (type-prim i64) m6 [])) (type-prim i32)) x6)
        (apply
          (type-exists [(size-binder k6)]
            (type-array (size-of (var (type-prim i64) k6 [])) (type-prim i32)))
          (var
            (type-arrow _ (type-prim i64)
              (type-exists [(size-binder k6)]
                (type-array (size-of (var (type-prim i64) k6 [])) (type-prim i32))))
            g [])
          [(const (type-prim i64) 1i64)])
        (if
          (type-exists [(size-binder n6)]
            (type-array (size-of (var (type-prim i64) n6 [])) (type-prim i32)))
          (const (type-prim bool) true)
          (apply
            (type-exists [(size-binder k7)]
              (type-array (size-of (var (type-prim i64) k7 [])) (type-prim i32)))
            (var
              (type-arrow _ (type-prim i64)
                (type-exists [(size-binder k7)]
                  (type-array (size-of (var (type-prim i64) k7 [])) (type-prim i32))))
              g [])
            [(const (type-prim i64) 1i64)])
          (apply
            (type-exists [(size-binder k8)]
              (type-array (size-of (var (type-prim i64) k8 [])) (type-prim i32)))
            (var
              (type-arrow _ (type-prim i64)
                (type-exists [(size-binder k8)]
                  (type-array (size-of (var (type-prim i64) k8 [])) (type-prim i32))))
              g [])
            [(const (type-prim i64) 1i64)]))))])
; ---
13:10: in `f1`: no `let` names the sizes of this operand
26:11: in `f2`: no `let` names the sizes of this operand
50:12: in `f3`: no `let` names the sizes of this operand
69:9: in `f4`: no `let` names the sizes of this operand
83:9: in `f5`: no `let` names the sizes of this operand
