; A size that all iterations pass on is what it was before the loop.
; language anf
(program [] [(fun main main
  [(param n (scalar i64)) (param xs (array i64 [(var n)] false))]
  [(param l (scalar i64)) (param r (array i64 [(var l)] false))]
  (body
    [(stm [(param k (scalar i64)) (param ys (array i64 [(var k)] false))] []
      (loop [(param m (scalar i64)) (param zs (array i64 [(var m)] false))] [(var n) (var xs)]
        (for i i64 (const 3i64))
        (body [(stm [(param ws (array i64 [(var m)] false))] [] (copy zs))] [(var m) (var ws)])))]
    [(var k) (var ys)]))])
