; language lanes
; A group that adds to an array, and then may be left; and one that only reads what it may leave.
(program [
    (fun main main [(array-arg m i32 [(fresh n)] xs "[n]i32") (array-arg k i32 [(same n)] ys "[n]i32")] []
      [(vectors 8 [j] _
          [(decl-vec v i32) (load v m i32 (var j) _)
           (store m i32 (var j) (bin add i32 (var v) (splat i32 (const 1i32))) _)
           (leave (any (bin lt i32 (var v) (splat i32 (const 0i32)))))]
          [] []
          (parallel false [(dim i (var n))]
            [(decl x i32) (read x m i32 (var i)) (write m i32 (var i) (bin add i32 (var x) (const 1i32)))
             (assert (un not bool (bin lt i32 (var x) (const 0i32))) (failure E0901 [(literal negative)] []))]))
       (vectors 8 [j2] _
          [(decl-vec v2 i32) (load v2 m i32 (var j2) _)
           (store k i32 (var j2) (var v2) _)
           (leave (any (bin lt i32 (var v2) (splat i32 (const 0i32)))))]
          [] []
          (parallel false [(dim i2 (var n))]
            [(decl x2 i32) (read x2 m i32 (var i2)) (write k i32 (var i2) (var x2))
             (assert (un not bool (bin lt i32 (var x2) (const 0i32))) (failure E0901 [(literal negative)] []))]))])] [])
; ---
left-again: in `main`: a group that is left after it has changed what it reads
    (vectors 8 [j] _ [(decl-vec v i32) (load v m i32 (var j) _) (store m i32 (var j) (bin add i32 (var v) (splat i32 (const 1i32))) _) (leave (any (bin lt i32 (var v) (splat i32 (const 0i32)))))] [] [] (p…
