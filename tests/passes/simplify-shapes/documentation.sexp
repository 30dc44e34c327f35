; The example of the documentation.
; language anf
; Documentation:
; m, b: [m]i32 = if c then (p, replicate p x) else (p, replicate p y)
; becomes     b: [p]i32 = if c then replicate p x else replicate p y
;
; Written out:
; m, b: [m]i64 = if c then { x = replicate([p], 1) in (p, x) } else { y = replicate([p], 2) in (p, y) }
; becomes
; b: [p]i64 = if c then { x = replicate([p], 1) in (x) } else { y = replicate([p], 2) in (y) }
;
(program [] [] [(fun main _
  [(param c (scalar bool)) (param p (scalar i64))]
  [(param l (scalar i64)) (param r (array i64 [(var l)] false))]
  (body
    [(stm [(param m (scalar i64)) (param b (array i64 [(var m)] false))] []
      (if (var c)
        (body [(stm [(param x (array i64 [(var p)] false))] [] (replicate [(var p)] (const 1i64)))] [(var p) (var x)])
        (body [(stm [(param y (array i64 [(var p)] false))] [] (replicate [(var p)] (const 2i64)))] [(var p) (var y)])))]
    [(var m) (var b)]))])
; ---
; before simplify-shapes (Anf)
fun main (c: bool, p: i64) : (l: i64, r: [l]i64) =
  let m: i64, b: [m]i64 = if c then {
    let x: [p]i64 = replicate([p], 1i64)
    in (p, x)
  } else {
    let y: [p]i64 = replicate([p], 2i64)
    in (p, y)
  }
  in (m, b)

; after simplify-shapes (Anf)
fun main (c: bool, p: i64) : (l: i64, r: [l]i64) =
  let b: [p]i64 = if c then {
    let x: [p]i64 = replicate([p], 1i64)
    in (x)
  } else {
    let y: [p]i64 = replicate([p], 2i64)
    in (y)
  }
  in (p, b)
