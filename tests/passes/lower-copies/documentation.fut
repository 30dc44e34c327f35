-- Rows that move to other rows are one run. The function of a map copies parts of rows.
-- Documentation:
-- copy ys @ 0 + {(n : m) (m : 1)} <- xs @ o + {(n : m) (m : 1)}
-- becomes
-- copy ys @ 0 + {(n * m : 1)} <- xs @ o + {(n * m : 1)}
--
-- Written out:
-- copy concat_mem @ 0i64 + {(sub : m) (m : 1i64)} <- xss_mem @ mul_i64(m, mod) + {(sub : m) (m : 1i64)}
-- becomes
-- copy concat_mem @ 0i64 + {(mul_i64(sub, m) : 1i64)} <- xss_mem @ mul_i64(m, mod) + {(mul_i64(sub, m) : 1i64)}
--
entry main [n][m] (xss: [n][m]i32) : [n][m]i32 = rotate 3 xss
-- ---
-- before lower-copies (Imp)
entry main (xss_mem: [n][m]i32) do
  var eq: bool
  eq <- eq_i64(n, 0i64)
  var choice: i64
  if eq then
    choice <- 1i64
  else
    choice <- n
  fi
  var mod: i64
  mod <- mod_i64(3i64, choice)
  var sub: i64
  sub <- sub_i64(n, mod)
  var concat_mem: mem i32
  concat_mem <- alloc i32 mul_i64(m, n)
  copy concat_mem @ 0i64 + {(sub : m) (m : 1i64)} <- xss_mem @ mul_i64(m,
    mod) + {(sub : m) (m : 1i64)}
  copy concat_mem @ mul_i64(m,
    sub) + {(mod : m) (m : 1i64)} <- xss_mem @ 0i64 + {(mod : m) (m : 1i64)}
return ([n][m]i32 @concat_mem)

-- after lower-copies (Imp)
entry main (xss_mem: [n][m]i32) do
  var eq: bool
  eq <- eq_i64(n, 0i64)
  var choice: i64
  if eq then
    choice <- 1i64
  else
    choice <- n
  fi
  var mod: i64
  mod <- mod_i64(3i64, choice)
  var sub: i64
  sub <- sub_i64(n, mod)
  var concat_mem: mem i32
  concat_mem <- alloc i32 mul_i64(m, n)
  copy concat_mem @ 0i64 + {(mul_i64(sub, m) : 1i64)} <- xss_mem @ mul_i64(m,
    mod) + {(mul_i64(sub, m) : 1i64)}
  copy concat_mem @ mul_i64(m, sub) + {(mul_i64(mod,
    m) : 1i64)} <- xss_mem @ 0i64 + {(mul_i64(mod, m) : 1i64)}
return ([n][m]i32 @concat_mem)
