-- A thread copies the parts of rows one by one.
-- Documentation:
-- copy [n, m] ys @ 0 + {m, 1} <- xs @ o + {l, 1}
-- becomes
-- for i < n do copy [m] ys @ i * m + {1} <- xs @ o + i * l + {1}
--
-- Written out:
-- kernel (gid < n) do copy [m, 2i64] map_mem @ mul_i64(mul_i64(2i64, gid), m) + {2i64, 1i64} <- xsss_mem @ mul_i64(mul_i64(gid, k), m) + {k, 1i64} done
-- becomes
-- kernel (gid < n) do for row < m do copy [2i64] map_mem @ add_i64(mul_i64(mul_i64(2i64, gid), m), mul_i64(row, 2i64)) + {1i64} <- xsss_mem @ add_i64(mul_i64(mul_i64(gid, k), m), mul_i64(row, k)) + {1i64} done done
--
entry main [n][m][k] (xsss: [n][m][k]i32) : [n][m][2]i32 = map (\xss -> xss[:, :2]) xsss
-- ---
-- before lower-copies (Imp)
entry main (xsss_mem: [n][m][k]i32) do
  var t: bool
  t <- le_i64(2i64, k)
  var t_2: bool
  t_2 <- le_i64(n, 0i64)
  var t_3: bool
  t_3 <- logor_bool(t_2, t)
  assert t_3 ("Index [",
    "0",
    ":",
    ", ",
    ":",
    2i64,
    "] out of bounds for array of shape ",
    "[",
    m,
    "]",
    "[",
    k,
    "]",
    ".") at (main.fut:12:73-82, main.fut:12:60-88)
  var map_mem: mem i32
  map_mem <- alloc i32 mul_i64(mul_i64(2i64, m), n)
  kernel (gid < n) do
    copy [m, 2i64] map_mem @ mul_i64(mul_i64(2i64, gid), m) + {2i64,
      1i64} <- xsss_mem @ mul_i64(mul_i64(gid, k), m) + {k, 1i64}
  done
return ([n][m][2i64]i32 @map_mem)

-- after lower-copies (Imp)
entry main (xsss_mem: [n][m][k]i32) do
  var t: bool
  t <- le_i64(2i64, k)
  var t_2: bool
  t_2 <- le_i64(n, 0i64)
  var t_3: bool
  t_3 <- logor_bool(t_2, t)
  assert t_3 ("Index [",
    "0",
    ":",
    ", ",
    ":",
    2i64,
    "] out of bounds for array of shape ",
    "[",
    m,
    "]",
    "[",
    k,
    "]",
    ".") at (main.fut:12:73-82, main.fut:12:60-88)
  var map_mem: mem i32
  map_mem <- alloc i32 mul_i64(mul_i64(2i64, m), n)
  kernel (gid < n) do
    for row < m do
      copy [2i64] map_mem @ add_i64(mul_i64(mul_i64(2i64, gid), m), mul_i64(row, 2i64)) + {1i64} <- xsss_mem @ add_i64(mul_i64(mul_i64(gid, k), m), mul_i64(row, k)) + {1i64}
    done
  done
return ([n][m][2i64]i32 @map_mem)
