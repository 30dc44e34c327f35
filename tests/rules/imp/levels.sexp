; Kernels of groups of threads inside of other kernels.
(program [
    ; In a kernel of threads, and in one of groups.
    (fun main1 f1 [(scalar-arg x1 i32 x i32)] []
      [(parallel false [(dim i1 (const 3i64))] [(parallel true [(dim j1 (const 3i64))] [])])
       (parallel true [(dim k1 (const 3i64))] [(if (const true) [(parallel true [(dim l1 (const 3i64))] [])] [])])])
    ; The threads of a group may share kernels. A loop of the host may run kernels of groups.
    (fun main2 f2 [(scalar-arg x2 i32 x i32)] []
      [(for h2 (const 3i64) [(parallel true [(dim i2 (const 3i64))] [(parallel false [(dim j2 (const 3i64))] [])])])])] [
    ; In a histogram.
    (proc p [(scalar-slot x3 i32) (mem-slot m3 i32)]
      [(hist (hist (dim i3 (const 3i64)) [(parallel true [(dim j3 (const 3i64))] [])] (const 3i64)
         (op [(scalar-param a3 i32)] [(scalar-param b3 i32)] [] [(var a3)]) [(const 0i32)] [(bins m3 (const 0i64))]))] [])])
; ---
5:49: in `f1`: a kernel of groups of threads is inside of another kernel
6:66: in `f1`: a kernel of groups of threads is inside of another kernel
12:43: in `p`: a kernel of groups of threads is inside of another kernel
