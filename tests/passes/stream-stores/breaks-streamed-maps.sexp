; language lanes
; A group that reads what it writes past the caches, one with a loop, and one in a kernel.
(program [
    (fun main main [(array-arg m i32 [(fresh n)] xs "[n]i32") (array-arg k i32 [(same n)] ys "[n]i32")] []
      [(vectors 8 [j1] (bin le i64 (const 1i64) (var n))
          [(decl-vec v1 i32) (load v1 m i32 (var j1) _) (store m i32 (var j1) (var v1) _)]
          [] []
          (parallel false [(dim i1 (var n))]
            [(decl x1 i32) (read x1 m i32 (var i1)) (write m i32 (var i1) (var x1))]))
       (vectors 8 [j2] (const true)
          [(decl-vec v2 i32) (for p2 (var n) [(load v2 m i32 (var p2) _)]) (store k i32 (var j2) (var v2) _)]
          [] []
          (parallel false [(dim i2 (var n))]
            [(decl x2 i32) (for q2 (var n) [(read x2 m i32 (var q2))]) (write k i32 (var i2) (var x2))]))
       (parallel false [(dim o (var n))]
         [(vectors 8 [j3] (const true)
            [(decl-vec v3 i32) (load v3 m i32 (var j3) _) (store k i32 (var j3) (var v3) _)]
            [] []
            (parallel false [(dim i3 (var n))]
              [(decl x3 i32) (read x3 m i32 (var i3)) (write k i32 (var i3) (var x3))]))])])] [])
; ---
streamed-maps: in `main`: a group that must not write past the caches
    (vectors 8 [j1] (bin le i64 (const 1i64) (var n)) [(decl-vec v1 i32) (load v1 m i32 (var j1) _) (store m i32 (var j1) (var v1) _)] [] [] (parallel false [(dim i1 (var n))] [(decl x1 i32) (read x1 m i3…
streamed-maps: in `main`: a group that must not write past the caches
    (vectors 8 [j2] (const true) [(decl-vec v2 i32) (for p2 (var n) [(load v2 m i32 (var p2) _)]) (store k i32 (var j2) (var v2) _)] [] [] (parallel false [(dim i2 (var n))] [(decl x2 i32) (for q2 (var n)…
streamed-maps: in `main`: a group in a kernel that writes past the caches
    (vectors 8 [j3] (const true) [(decl-vec v3 i32) (load v3 m i32 (var j3) _) (store k i32 (var j3) (var v3) _)] [] [] (parallel false [(dim i3 (var n))] [(decl x3 i32) (read x3 m i32 (var i3)) (write k …
