; A size that differs between the branches stays a result.
; language anf
(program [] [] [(fun main _
  [(param c (scalar bool)) (param p (scalar i64))]
  [(param l (scalar i64)) (param r (array i64 [(var l)] false))]
  (body
    [(stm [(param m (scalar i64)) (param b (array i64 [(var m)] false))] []
      (if (var c)
        (body [(stm [(param x (array i64 [(var p)] false))] [] (replicate [(var p)] (const 1i64)))] [(var p) (var x)])
        (body [(stm [(param y (array i64 [(const 5i64)] false))] [] (replicate [(const 5i64)] (const 2i64)))] [(const 5i64) (var y)])))]
    [(var m) (var b)]))])
; ---
; before simplify-shapes (Anf)
fun main (c: bool, p: i64) : (l: i64, r: [l]i64) =
  let m: i64, b: [m]i64 = if c then {
    let x: [p]i64 = replicate([p], 1i64)
    in (p, x)
  } else {
    let y: [5i64]i64 = replicate([5i64], 2i64)
    in (5i64, y)
  }
  in (m, b)

; after simplify-shapes (Anf)
the same
