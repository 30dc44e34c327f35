; Definitions whose types do not fit, one for each kind of expression.
(program [
    (value id false [] _ [(type-param-named t0 unlifted)] [(pat-var (type-var t0) x0)]
      (type-var t0) true (var (type-var t0) x0 []))
    (value len false [] _ [(size-param n0)]
      [(pat-var (type-array (size-of (var (type-prim i64) n0 [])) (type-prim i32)) a0)]
      (type-prim i64) true (const (type-prim i64) 1i64))
    ; The result of a function.
    (value result false [] _ [] [] (type-prim i32) true (const (type-prim bool) true))
    ; A constant.
    (value constant false [] _ [] [] (type-prim i32) true (const (type-prim i32) 1i64))
    ; A variable.
    (value variable false [] _ [] [(pat-var (type-prim i32) x1)] (type-prim f32) true
      (var (type-prim f32) x1 []))
    ; Too few type arguments.
    (value instance false [] _ [] [] (type-arrow _ (type-prim i32) (type-prim i32)) true
      (var (type-arrow _ (type-prim i32) (type-prim i32)) id []))
    ; A size for a type.
    (value kind false [] _ [] [] (type-arrow _ (type-prim i32) (type-prim i32)) true
      (var (type-arrow _ (type-prim i32) (type-prim i32)) id
        [(arg-size (size-of (const (type-prim i64) 1i64)))]))
    ; An instance at another type.
    (value scheme false [] _ [] [] (type-arrow _ (type-prim i32) (type-prim f32)) true
      (var (type-arrow _ (type-prim i32) (type-prim f32)) id [(arg-type (type-prim i32))]))
    ; Another size than that of the type argument.
    (value size false [] _ [] []
      (type-arrow _ (type-array (size-of (const (type-prim i64) 3i64)) (type-prim i32))
        (type-prim i64))
      true
      (var
        (type-arrow _ (type-array (size-of (const (type-prim i64) 3i64)) (type-prim i32))
          (type-prim i64))
        len [(arg-size (size-of (const (type-prim i64) 4i64)))]))
    ; A field.
    (value field false [] _ [] []
      (type-record [(type-field a (type-prim i32)) (type-field b (type-prim bool))]) true
      (record (type-record [(type-field a (type-prim i32)) (type-field b (type-prim bool))])
        [(field a (const (type-prim i32) 1i32)) (field b (const (type-prim i32) 1i32))]))
    ; A field that the type does not have.
    (value label false [] _ [] []
      (type-record [(type-field a (type-prim i32)) (type-field b (type-prim bool))]) true
      (record (type-record [(type-field a (type-prim i32)) (type-field b (type-prim bool))])
        [(field a (const (type-prim i32) 1i32)) (field c (const (type-prim i32) 1i32))]))
    ; A projection.
    (value projection false [] _ []
      [(pat-var (type-record [(type-field a (type-prim i32)) (type-field b (type-prim bool))]) x2)]
      (type-prim i32) true
      (project (type-prim i32)
        (var (type-record [(type-field a (type-prim i32)) (type-field b (type-prim bool))]) x2 []) b))
    ; An element.
    (value array false [] _ [] []
      (type-array (size-of (const (type-prim i64) 2i64)) (type-prim i32)) true
      (array (type-array (size-of (const (type-prim i64) 2i64)) (type-prim i32))
        [(const (type-prim i32) 1i32) (const (type-prim bool) true)]))
    ; An index that is no `i64`.
    (value index false [] _ []
      [(pat-var (type-array (size-of (const (type-prim i64) 2i64)) (type-prim i32)) x3)]
      (type-prim i32) true
      (index (type-prim i32)
        (var (type-array (size-of (const (type-prim i64) 2i64)) (type-prim i32)) x3 [])
        [(at (const (type-prim i32) 1i32))]))
    ; Too many indices.
    (value rank false [] _ []
      [(pat-var (type-array (size-of (const (type-prim i64) 2i64)) (type-prim i32)) x4)]
      (type-prim i32) true
      (index (type-prim i32)
        (var (type-array (size-of (const (type-prim i64) 2i64)) (type-prim i32)) x4 [])
        [(at (const (type-prim i64) 1i64)) (at (const (type-prim i64) 1i64))]))
    ; A slice.
    (value slice false [] _ []
      [(pat-var (type-array (size-of (const (type-prim i64) 2i64)) (type-prim i32)) x5)]
      (type-prim i32) true
      (index (type-prim i32)
        (var (type-array (size-of (const (type-prim i64) 2i64)) (type-prim i32)) x5 [])
        [(slice _ (const (type-prim i64) 1i64) _)]))
    ; An argument.
    (value argument false [] _ [] [(pat-var (type-arrow _ (type-prim i32) (type-prim i32)) x6)]
      (type-prim i32) true
      (apply (type-prim i32) (var (type-arrow _ (type-prim i32) (type-prim i32)) x6 [])
        [(const (type-prim bool) true)]))
    ; Too many arguments.
    (value arguments false [] _ [] [(pat-var (type-arrow _ (type-prim i32) (type-prim i32)) x7)]
      (type-prim i32) true
      (apply (type-prim i32) (var (type-arrow _ (type-prim i32) (type-prim i32)) x7 [])
        [(const (type-prim i32) 1i32) (const (type-prim i32) 1i32)]))
    ; The size of a result that depends on the argument.
    (value dependent false [] _ []
      [(pat-var
         (type-arrow m8 (type-prim i64)
           (type-array (size-of (var (type-prim i64) m8 [])) (type-prim i32)))
         x8)]
      (type-array (size-of (const (type-prim i64) 2i64)) (type-prim i32)) true
      (apply (type-array (size-of (const (type-prim i64) 2i64)) (type-prim i32))
        (var
          (type-arrow m9 (type-prim i64)
            (type-array (size-of (var (type-prim i64) m9 [])) (type-prim i32)))
          x8 [])
        [(const (type-prim i64) 1i64)]))
    ; Operands of different types.
    (value operator false [] _ [] [] (type-prim i32) true
      (bin (type-prim i32) add (const (type-prim i32) 1i32) (const (type-prim i64) 1i64)))
    ; An operator that the type does not have.
    (value operands false [] _ [] [] (type-prim bool) true
      (bin (type-prim bool) add (const (type-prim bool) true) (const (type-prim bool) true)))
    ; The result of a comparison.
    (value comparison false [] _ [] [] (type-prim i32) true
      (bin (type-prim i32) lt (const (type-prim i32) 1i32) (const (type-prim i32) 1i32)))
    ; A unary operator.
    (value unary false [] _ [] [] (type-prim i32) true
      (un (type-prim i32) not (const (type-prim f32) 1f32)))
    ; An operator on three operands.
    (value ternary false [] _ [] [] (type-prim f32) true
      (tri (type-prim f32) fma (const (type-prim f32) 1f32) (const (type-prim i32) 1i32)
        (const (type-prim f32) 1f32)))
    ; A conversion of a record.
    (value conversion false [] _ []
      [(pat-var (type-record [(type-field a (type-prim i32)) (type-field b (type-prim bool))]) x9)]
      (type-prim i32) true
      (convert (type-prim i32)
        (var (type-record [(type-field a (type-prim i32)) (type-field b (type-prim bool))]) x9 [])))
    ; The number of operands of an array operation.
    (value intrinsic false [] _ [] [] (type-prim i64) true (intrinsic (type-prim i64) length []))
    ; The operand of a constructor.
    (value payload false [] _ [] []
      (type-sum [(type-case none []) (type-case some [(type-prim i32)])]) true
      (con (type-sum [(type-case none []) (type-case some [(type-prim i32)])]) some
        [(const (type-prim bool) true)]))
    ; A constructor of another type.
    (value constructor false [] _ [] []
      (type-sum [(type-case none []) (type-case some [(type-prim i32)])]) true
      (con (type-sum [(type-case none []) (type-case some [(type-prim i32)])]) other []))
    ; A coercion to another type of elements.
    (value coercion false [] _ []
      [(pat-var (type-array (size-of (const (type-prim i64) 2i64)) (type-prim i32)) x10)]
      (type-array (size-of (const (type-prim i64) 2i64)) (type-prim f32)) true
      (coerce (type-array (size-of (const (type-prim i64) 2i64)) (type-prim f32))
        (var (type-array (size-of (const (type-prim i64) 2i64)) (type-prim i32)) x10 [])))
    ; A range.
    (value range false [] _ [] []
      (type-array (size-of (const (type-prim i64) 2i64)) (type-prim i32)) true
      (range (type-array (size-of (const (type-prim i64) 2i64)) (type-prim i32))
        (const (type-prim i32) 1i32) _ ..< (const (type-prim i64) 1i64)))
    ; A condition.
    (value condition false [] _ [] [] (type-prim i32) true
      (if (type-prim i32) (const (type-prim i32) 1i32) (const (type-prim i32) 1i32)
        (const (type-prim i32) 1i32)))
    ; A branch.
    (value branch false [] _ [] [] (type-prim i32) true
      (if (type-prim i32) (const (type-prim bool) true) (const (type-prim i32) 1i32)
        (const (type-prim i64) 1i64)))
    ; A constant pattern, and one for a value of another type.
    (value pattern false [] _ [] [] (type-prim i32) true
      (match (type-prim i32) (const (type-prim i32) 1i32)
        [(arm (pat-const (type-prim i32) 1i64) (const (type-prim i32) 1i32))
         (arm (pat-wild (type-prim bool)) (const (type-prim i32) 1i32))]))
    ; The body of a case.
    (value case false [] _ [] [] (type-prim i32) true
      (match (type-prim i32) (const (type-prim i32) 1i32)
        [(arm (pat-wild (type-prim i32)) (const (type-prim bool) true))]))
    ; A pattern of a constructor.
    (value unpacked false [] _ []
      [(pat-var (type-sum [(type-case none []) (type-case some [(type-prim i32)])]) x11)]
      (type-prim i32) true
      (match (type-prim i32)
        (var (type-sum [(type-case none []) (type-case some [(type-prim i32)])]) x11 [])
        [(arm (pat-con (type-sum [(type-case none []) (type-case some [(type-prim i32)])]) some [])
           (const (type-prim i32) 1i32))]))
    ; A pattern of a record.
    (value fields false [] _ []
      [(pat-var (type-record [(type-field a (type-prim i32)) (type-field b (type-prim bool))]) x12)]
      (type-prim i32) true
      (match (type-prim i32)
        (var (type-record [(type-field a (type-prim i32)) (type-field b (type-prim bool))]) x12 [])
        [(arm
           (pat-record
             (type-record [(type-field a (type-prim i32)) (type-field b (type-prim bool))])
             [(pat-field a (pat-wild (type-prim bool)))])
           (const (type-prim i32) 1i32))]))
    ; A `let`.
    (value binding false [] _ [] [] (type-prim i32) true
      (let (type-prim i32) [] (pat-var (type-prim i32) x13) (const (type-prim bool) true)
        (const (type-prim i32) 1i32)))
    ; A `let` whose type is not that of its body.
    (value body false [] _ [] [] (type-prim i32) true
      (let (type-prim i32) [] (pat-var (type-prim i32) x14) (const (type-prim i32) 1i32)
        (const (type-prim bool) true)))
    ; The result of a local function.
    (value local false [] _ [] [] (type-prim i32) true
      (let-fun (type-prim i32) g15 [] [(pat-var (type-prim i32) x15)] (type-prim bool) true
        (const (type-prim i32) 1i32) (const (type-prim i32) 1i32)))
    ; A new element.
    (value update false [] _ []
      [(pat-var (type-array (size-of (const (type-prim i64) 2i64)) (type-prim i32)) x16)]
      (type-array (size-of (const (type-prim i64) 2i64)) (type-prim i32)) true
      (update (type-array (size-of (const (type-prim i64) 2i64)) (type-prim i32))
        (var (type-array (size-of (const (type-prim i64) 2i64)) (type-prim i32)) x16 [])
        [(step-index [(at (const (type-prim i64) 1i64))])] (const (type-prim bool) true)))
    ; A function.
    (value lambda false [] _ [] [] (type-arrow _ (type-prim i32) (type-prim bool)) true
      (lambda (type-arrow _ (type-prim i32) (type-prim bool)) [(pat-var (type-prim i32) x17)]
        (type-prim i32) (const (type-prim i32) 1i32)))
    ; The parameter of a function.
    (value parameter false [] _ [] [] (type-arrow _ (type-prim i32) (type-prim i32)) true
      (lambda (type-arrow _ (type-prim i32) (type-prim i32)) [(pat-var (type-prim bool) x18)]
        (type-prim i32) (const (type-prim i32) 1i32)))
    ; The initial value of a loop.
    (value initial false [] _ [] [] (type-prim i32) true
      (loop (type-prim i32) [] (pat-var (type-prim i32) x19) (const (type-prim bool) true)
        (for i19 (const (type-prim i64) 1i64)) (const (type-prim i32) 1i32)))
    ; The body of a loop.
    (value iteration false [] _ [] [] (type-prim i32) true
      (loop (type-prim i32) [] (pat-var (type-prim i32) x20) (const (type-prim i32) 1i32)
        (for i20 (const (type-prim i64) 1i64)) (const (type-prim bool) true)))
    ; The condition of a loop, and elements of an array.
    (value loops false [] _ []
      [(pat-var (type-array (size-of (const (type-prim i64) 2i64)) (type-prim i32)) x21)]
      (type-prim i32) true
      (loop (type-prim i32) [] (pat-var (type-prim i32) y21)
        (loop (type-prim i32) [] (pat-var (type-prim i32) z21) (const (type-prim i32) 1i32)
          (while (const (type-prim i32) 1i32)) (const (type-prim i32) 1i32))
        (for-in (pat-var (type-prim bool) e21)
          (var (type-array (size-of (const (type-prim i64) 2i64)) (type-prim i32)) x21 []))
        (const (type-prim i32) 1i32)))
    ; What is asserted, and the result.
    (value assertion false [] _ [] [] (type-prim i32) true
      (assert (type-prim i32) (const (type-prim i32) 1i32) (const (type-prim bool) true)))
    ; An expression with an attribute.
    (value attribute false [] _ [] [] (type-prim i32) true
      (exp-attributed (type-prim i32) (atom sequential) (const (type-prim bool) true)))])
; ---
9:57: in `result`: has type bool, but the result type is i32
11:59: in `constant`: the constant is of another type
14:7: in `variable`: has type f32, but the result of `x1` is i32
17:7: in `instance`: has 0 type arguments, but `id` takes 1
20:7: in `kind`: a size stands for a type, or a type for a size
20:7: in `kind`: takes i32 where `id` takes t0
20:7: in `kind`: has type i32 -> i32, but the result of `id` is t0
24:7: in `scheme`: has type i32 -> f32, but the result of `id` is t0
30:7: in `size`: takes [3]i32 where `len` takes [n0]i32
38:58: in `field`: has type i32, but the field's type is bool
42:7: in `label`: its type has no field `c`
48:7: in `projection`: has type i32, but what its parts make is bool
54:39: in `array`: has type bool, but the element type is i32
61:14: in `index`: has type i32, but i64 is needed
66:7: in `rank`: its parts do not have the types that it needs
73:7: in `slice`: its parts do not have the types that it needs
80:10: in `argument`: has type bool, but what the function takes is i32
84:7: in `arguments`: too many arguments
93:7: in `dependent`: has type [2]i32, but what its parts make is [m9]i32
101:7: in `operator`: its parts do not have the types that it needs
104:7: in `operands`: its parts do not have the types that it needs
107:7: in `comparison`: its parts do not have the types that it needs
110:7: in `unary`: its parts do not have the types that it needs
113:61: in `ternary`: has type i32, but the type of the first operand is f32
119:7: in `conversion`: its parts do not have the types that it needs
122:60: in `intrinsic`: `length` takes 1 operands
127:10: in `payload`: has type bool, but the operand's type is i32
131:7: in `constructor`: its parts do not have the types that it needs
136:7: in `coercion`: its parts do not have the types that it needs
142:44: in `range`: has type i64, but the element type is i32
145:27: in `condition`: has type i32, but bool is needed
150:9: in `branch`: has type i64, but the type of the conditional is i32
154:15: in `pattern`: the constant is of another type
153:30: in `pattern`: has type i32, but the pattern's type is bool
159:42: in `case`: has type bool, but the type of the match is i32
166:15: in `unpacked`: the type has no constructor `#some` with such operands
175:12: in `fields`: field `a` has another type
181:61: in `binding`: has type bool, but the pattern's type is i32
185:7: in `body`: has type i32, but what its parts make is bool
190:9: in `local`: has type i32, but the result type is bool
195:7: in `update`: its parts do not have the types that it needs
200:7: in `lambda`: its parts do not have the types that it needs
204:7: in `parameter`: its parts do not have the types that it needs
208:62: in `initial`: has type bool, but the type of the loop's parameter is i32
213:48: in `iteration`: has type bool, but the type of the loop's parameter is i32
220:18: in `loops`: has type i32, but bool is needed
218:7: in `loops`: its parts do not have the types that it needs
226:31: in `assertion`: has type i32, but bool is needed
226:7: in `assertion`: has type i32, but what its parts make is bool
229:7: in `attribute`: has type i32, but what its parts make is bool
