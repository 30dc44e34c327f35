-- Before the pass, there is a scan inside of a map.
entry main [n] [m] (xss: [n][m]i32) = map (scan (+) 0) xss
-- ---
one-level: in `main`: a SOAC inside the function of a SOAC
    (scan (var m) [x] (lambda [(param x_2 (scalar i32))] [(scalar i32)] (body [] [(var x_2)])) [(reduction false (lambda…
