; A size that differs between the branches stays a result.
; language anf
(program [] [(fun main main
  [(param c (scalar bool)) (param p (scalar i64))]
  [(param l (scalar i64)) (param r (array i64 [(var l)] false))]
  (body
    [(stm [(param m (scalar i64)) (param b (array i64 [(var m)] false))] []
      (if (var c)
        (body [(stm [(param x (array i64 [(var p)] false))] [] (replicate [(var p)] (const 1i64)))] [(var p) (var x)])
        (body [(stm [(param y (array i64 [(const 5i64)] false))] [] (replicate [(const 5i64)] (const 2i64)))] [(const 5i64) (var y)])))]
    [(var m) (var b)]))])
