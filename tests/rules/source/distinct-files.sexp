; A file that is there twice.
(program 2026 [
    (file a false [])
    (file b false [])
    (file a false [])])
; ---
5:5: the file `a` is there twice
