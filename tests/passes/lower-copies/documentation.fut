-- Rows that are copied together are one run. The function of a map copies parts of rows.
-- Documentation:
-- copy [n, m] ys @ 0 + {m, 1} <- xs @ o + {m, 1}
-- becomes
-- copy [n * m] ys @ 0 + {1} <- xs @ o + {1}
--
-- Written out:
-- copy [sub, m] copy_mem @ 0i64 + {m, 1i64} <- xss_mem @ mul_i64(k, m) + {m, 1i64}
-- becomes
-- copy [mul_i64(sub, m)] copy_mem @ 0i64 + {1i64} <- xss_mem @ mul_i64(k, m) + {1i64}
--
entry main [n][m] (k: i64) (xss: [n][m]i32) : [][m]i32 = copy xss[k:]
-- ---
-- before lower-copies (Imp)
entry main (k: i64, xss_mem: [n][m]i32) do
  var sub: i64
  sub <- sub_i64(n, k)
  var le: bool
  le <- le_i64(k, n)
  var eq: bool
  eq <- eq_i64(k, n)
  var le_2: bool
  le_2 <- le_i64(0i64, k)
  var logor: bool
  logor <- logor_bool(eq, le_2)
  var logand: bool
  logand <- logand_bool(le, logor)
  assert logand ("Index [",
    k,
    ":",
    "] out of bounds for array of shape ",
    "[",
    n,
    "]",
    ".") at (main.fut:12:63-69)
  var slice_mem: mem i32
  slice_mem <- alloc i32 mul_i64(m, sub)
  copy [sub, m] slice_mem @ 0i64 + {m, 1i64} <- xss_mem @ mul_i64(k, m) + {m, 1i64}
return ([sub][m]i32 @slice_mem)

-- after lower-copies (Imp)
entry main (k: i64, xss_mem: [n][m]i32) do
  var sub: i64
  sub <- sub_i64(n, k)
  var le: bool
  le <- le_i64(k, n)
  var eq: bool
  eq <- eq_i64(k, n)
  var le_2: bool
  le_2 <- le_i64(0i64, k)
  var logor: bool
  logor <- logor_bool(eq, le_2)
  var logand: bool
  logand <- logand_bool(le, logor)
  assert logand ("Index [",
    k,
    ":",
    "] out of bounds for array of shape ",
    "[",
    n,
    "]",
    ".") at (main.fut:12:63-69)
  var slice_mem: mem i32
  slice_mem <- alloc i32 mul_i64(m, sub)
  copy [mul_i64(sub, m)] slice_mem @ 0i64 + {1i64} <- xss_mem @ mul_i64(k, m) + {1i64}
return ([sub][m]i32 @slice_mem)
