; The example of the documentation.
; language anf
; Documentation:
; (a, b) = if c then (x, y) else (y, x); d = a * 2; in b     becomes     b = if c then y else x; in b
;
; Written out:
; a, b = if c then { in (x, y) } else { in (y, x) }; d = mul_i32(a, 2); in (b)
; becomes
; b = if c then { in (y) } else { in (x) } in (b)
;
(program [] [] [(fun main _
  [(param c (scalar bool)) (param x (scalar i32)) (param y (scalar i32))]
  [(param r (scalar i32))]
  (body
    [(stm [(param a (scalar i32)) (param b (scalar i32))] []
      (if (var c) (body [] [(var x) (var y)]) (body [] [(var y) (var x)])))
     (stm [(param d (scalar i32))] [] (bin mul i32 (var a) (const 2i32)))]
    [(var b)]))])
; ---
; before remove-dead (Anf)
fun main (c: bool, x: i32, y: i32) : (r: i32) =
  let a: i32, b: i32 = if c then {
    in (x, y)
  } else {
    in (y, x)
  }
  let d: i32 = mul_i32(a, 2i32)
  in (b)

; after remove-dead (Anf)
fun main (c: bool, x: i32, y: i32) : (r: i32) =
  let b: i32 = if c then {
    in (y)
  } else {
    in (x)
  }
  in (b)
