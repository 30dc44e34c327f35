; A size that all iterations pass on is the size before the loop.
; language anf
(program [] [] [(fun main _
  [(param n (scalar i64)) (param xs (array i64 [(var n)] false))]
  [(param l (scalar i64)) (param r (array i64 [(var l)] false))]
  (body
    [(stm [(param k (scalar i64)) (param ys (array i64 [(var k)] false))] []
      (loop [(param m (scalar i64)) (param zs (array i64 [(var m)] false))] [(var n) (var xs)]
        (for i i64 (const 3i64) false)
        (body [(stm [(param ws (array i64 [(var m)] false))] [] (copy zs))] [(var m) (var ws)])))]
    [(var k) (var ys)]))])
; ---
; before simplify-shapes (Anf)
fun main (n: i64, xs: [n]i64) : (l: i64, r: [l]i64) =
  let k: i64, ys: [k]i64 = loop (m: i64 = n, zs: [m]i64 = xs) for i: i64 < 3i64 do {
    let ws: [m]i64 = copy(zs)
    in (m, ws)
  }
  in (k, ys)

; after simplify-shapes (Anf)
fun main (n: i64, xs: [n]i64) : (l: i64, r: [l]i64) =
  let ys: [n]i64 = loop (zs: [n]i64 = xs) for i: i64 < 3i64 do {
    let ws: [n]i64 = copy(zs)
    in (ws)
  }
  in (n, ys)
