; Both branches return `p`.
; language anf
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
no-superfluous-sizes: in `main`: a scalar that is known before the statement
    (stm [(param m (scalar i64)) (param b (array i64 [(var m)] false))] [] (if (var c) (body [(stm [(param x (array i64 [(var p)] false))] [] (replicate [(var p)] (const 1i64)))] [(var p) (var x)]) (body …
