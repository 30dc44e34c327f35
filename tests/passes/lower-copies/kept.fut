-- A transposition keeps its two dimensions, and so does the copy of every second row. A dimension of one element is
-- left out.
entry main [n][m] (xss: [n][m]i32) : ([m][n]i32, [][]i32, [1][]i32) =
  (transpose xss, copy xss[::2], copy xss[:1, ::2])
-- ---
-- before lower-copies (Imp)
entry main (xss_mem: [n][m]i32) do
  var sub: i64
  sub <- add_i64(n, 1i64)
  var quot: i64
  quot <- quot_i64(sub, 2i64)
  var eq: bool
  eq <- eq_i64(quot, 0i64)
  var sub_2: i64
  sub_2 <- sub_i64(quot, 1i64)
  var mul: i64
  mul <- mul_i64(sub_2, 2i64)
  var lt: bool
  lt <- lt_i64(0i64, n)
  var le: bool
  le <- le_i64(0i64, mul)
  var lt_2: bool
  lt_2 <- lt_i64(mul, n)
  var logand: bool
  logand <- logand_bool(le, lt_2)
  var logand_2: bool
  logand_2 <- logand_bool(lt, logand)
  var logor: bool
  logor <- logor_bool(eq, logand_2)
  assert logor ("Index [",
    ":",
    ":",
    2i64,
    "] out of bounds for array of shape ",
    "[",
    n,
    "]",
    ".") at (main.fut:4:24-31)
  var le_2: bool
  le_2 <- le_i64(1i64, n)
  var sub_3: i64
  sub_3 <- add_i64(m, 1i64)
  var quot_2: i64
  quot_2 <- quot_i64(sub_3, 2i64)
  var eq_2: bool
  eq_2 <- eq_i64(quot_2, 0i64)
  var sub_4: i64
  sub_4 <- sub_i64(quot_2, 1i64)
  var mul_2: i64
  mul_2 <- mul_i64(sub_4, 2i64)
  var lt_3: bool
  lt_3 <- lt_i64(0i64, m)
  var le_3: bool
  le_3 <- le_i64(0i64, mul_2)
  var lt_4: bool
  lt_4 <- lt_i64(mul_2, m)
  var logand_3: bool
  logand_3 <- logand_bool(le_3, lt_4)
  var logand_4: bool
  logand_4 <- logand_bool(lt_3, logand_3)
  var logor_2: bool
  logor_2 <- logor_bool(eq_2, logand_4)
  var logand_5: bool
  logand_5 <- logand_bool(le_2, logor_2)
  assert logand_5 ("Index [",
    ":",
    1i64,
    ", ",
    ":",
    ":",
    2i64,
    "] out of bounds for array of shape ",
    "[",
    n,
    "]",
    "[",
    m,
    "]",
    ".") at (main.fut:4:39-50)
  var transpose_mem: mem i32
  transpose_mem <- alloc i32 mul_i64(m, n)
  copy [m, n] transpose_mem @ 0i64 + {n, 1i64} <- xss_mem @ 0i64 + {1i64, m}
  var slice_mem: mem i32
  slice_mem <- alloc i32 mul_i64(m, quot)
  copy [quot, m] slice_mem @ 0i64 + {m, 1i64} <- xss_mem @ 0i64 + {mul_i64(2i64, m), 1i64}
  var slice_mem_2: mem i32
  slice_mem_2 <- alloc i32 quot_2
  copy [1i64, quot_2] slice_mem_2 @ 0i64 + {quot_2, 1i64} <- xss_mem @ 0i64 + {m, 2i64}
return ([m][n]i32 @transpose_mem,
  [quot][m]i32 @slice_mem,
  [1i64][quot_2]i32 @slice_mem_2)

-- after lower-copies (Imp)
entry main (xss_mem: [n][m]i32) do
  var sub: i64
  sub <- add_i64(n, 1i64)
  var quot: i64
  quot <- quot_i64(sub, 2i64)
  var eq: bool
  eq <- eq_i64(quot, 0i64)
  var sub_2: i64
  sub_2 <- sub_i64(quot, 1i64)
  var mul: i64
  mul <- mul_i64(sub_2, 2i64)
  var lt: bool
  lt <- lt_i64(0i64, n)
  var le: bool
  le <- le_i64(0i64, mul)
  var lt_2: bool
  lt_2 <- lt_i64(mul, n)
  var logand: bool
  logand <- logand_bool(le, lt_2)
  var logand_2: bool
  logand_2 <- logand_bool(lt, logand)
  var logor: bool
  logor <- logor_bool(eq, logand_2)
  assert logor ("Index [",
    ":",
    ":",
    2i64,
    "] out of bounds for array of shape ",
    "[",
    n,
    "]",
    ".") at (main.fut:4:24-31)
  var le_2: bool
  le_2 <- le_i64(1i64, n)
  var sub_3: i64
  sub_3 <- add_i64(m, 1i64)
  var quot_2: i64
  quot_2 <- quot_i64(sub_3, 2i64)
  var eq_2: bool
  eq_2 <- eq_i64(quot_2, 0i64)
  var sub_4: i64
  sub_4 <- sub_i64(quot_2, 1i64)
  var mul_2: i64
  mul_2 <- mul_i64(sub_4, 2i64)
  var lt_3: bool
  lt_3 <- lt_i64(0i64, m)
  var le_3: bool
  le_3 <- le_i64(0i64, mul_2)
  var lt_4: bool
  lt_4 <- lt_i64(mul_2, m)
  var logand_3: bool
  logand_3 <- logand_bool(le_3, lt_4)
  var logand_4: bool
  logand_4 <- logand_bool(lt_3, logand_3)
  var logor_2: bool
  logor_2 <- logor_bool(eq_2, logand_4)
  var logand_5: bool
  logand_5 <- logand_bool(le_2, logor_2)
  assert logand_5 ("Index [",
    ":",
    1i64,
    ", ",
    ":",
    ":",
    2i64,
    "] out of bounds for array of shape ",
    "[",
    n,
    "]",
    "[",
    m,
    "]",
    ".") at (main.fut:4:39-50)
  var transpose_mem: mem i32
  transpose_mem <- alloc i32 mul_i64(m, n)
  copy [m, n] transpose_mem @ 0i64 + {n, 1i64} <- xss_mem @ 0i64 + {1i64, m}
  var slice_mem: mem i32
  slice_mem <- alloc i32 mul_i64(m, quot)
  copy [quot, m] slice_mem @ 0i64 + {m, 1i64} <- xss_mem @ 0i64 + {mul_i64(2i64, m), 1i64}
  var slice_mem_2: mem i32
  slice_mem_2 <- alloc i32 quot_2
  copy [quot_2] slice_mem_2 @ 0i64 + {1i64} <- xss_mem @ 0i64 + {2i64}
return ([m][n]i32 @transpose_mem,
  [quot][m]i32 @slice_mem,
  [1i64][quot_2]i32 @slice_mem_2)
