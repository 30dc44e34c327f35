-- Kernels that use an index for more than the elements of rows, or arrays in which rows do not follow each other.
-- show: all
entry main [n] [m] (xss: [n][m]i64) = map2 (\i -> map2 (\j x -> x * i + j) (iota m)) (iota n) xss

entry transposed [n] [m] (xss: [n][m]i32) (yss: [m][n]i32) = map2 (map2 (+)) xss (transpose yss)

entry slices [n] [m] (xss: [n][m]i32) (k: i64) = map (\xs -> map (+ 1) (take k xs)) xss

entry columns [n] [m] (xss: [n][m]i32) (ys: [m]i32) = map (\xs -> map2 (+) xs ys) xss
-- ---
-- before join-dims (Imp)
entry main (xss_mem: [n][m]i64) do
  var map_mem: mem i64
  map_mem <- alloc i64 mul_i64(m, n)
  kernel (gid < n, gid_2 < m) do
    var x: i64
    x <- gid
    var x_2: i64
    x_2 <- gid_2
    var x_3: i64
    x_3 <- xss_mem[add_i64(mul_i64(gid, m), gid_2)]
    var mul: i64
    mul <- mul_i64(x_3, x)
    var add: i64
    add <- add_i64(mul, x_2)
    map_mem[add_i64(mul_i64(gid, m), gid_2)] <- add
  done
return ([n][m]i64 @map_mem)

entry transposed (xss_mem_2: [n_2][m_2]i32, yss_mem: [= m_2][= n_2]i32) do
  var map_mem_2: mem i32
  map_mem_2 <- alloc i32 mul_i64(m_2, n_2)
  kernel (gid_3 < n_2, gid_4 < m_2) do
    var x_4: i32
    x_4 <- xss_mem_2[add_i64(mul_i64(gid_3, m_2), gid_4)]
    var x_5: i32
    x_5 <- yss_mem[add_i64(gid_3, mul_i64(gid_4, n_2))]
    var add_2: i32
    add_2 <- add_i32(x_4, x_5)
    map_mem_2[add_i64(mul_i64(gid_3, m_2), gid_4)] <- add_2
  done
return ([n_2][m_2]i32 @map_mem_2)

entry slices (xss_mem_3: [n_3][m_3]i32, k: i64) do
  var t: bool
  t <- le_i64(0i64, k)
  var t_2: bool
  t_2 <- eq_i64(0i64, k)
  var t_3: bool
  t_3 <- le_i64(k, m_3)
  var t_4: bool
  t_4 <- logor_bool(t_2, t_3)
  var t_5: bool
  t_5 <- logand_bool(t, t_4)
  var t_6: bool
  t_6 <- le_i64(n_3, 0i64)
  var t_7: bool
  t_7 <- logor_bool(t_6, t_5)
  assert t_7 ("Index [",
    0i64,
    ":",
    k,
    "] out of bounds for array of shape ",
    "[",
    m_3,
    "]",
    ".") at (/prelude/array.fut:28:45-50, main.fut:7:73-81)
  var map_mem_3: mem i32
  map_mem_3 <- alloc i32 mul_i64(k, n_3)
  kernel (gid_5 < n_3, gid_6 < k) do
    var x_6: i32
    x_6 <- xss_mem_3[add_i64(mul_i64(gid_5, m_3), gid_6)]
    var add_3: i32
    add_3 <- add_i32(x_6, 1i32)
    map_mem_3[add_i64(mul_i64(gid_5, k), gid_6)] <- add_3
  done
return ([n_3][k]i32 @map_mem_3)

entry columns (xss_mem_4: [n_4][m_4]i32, ys_mem: [= m_4]i32) do
  var map_mem_4: mem i32
  map_mem_4 <- alloc i32 mul_i64(m_4, n_4)
  kernel (gid_7 < n_4, gid_8 < m_4) do
    var x_7: i32
    x_7 <- xss_mem_4[add_i64(mul_i64(gid_7, m_4), gid_8)]
    var x_8: i32
    x_8 <- ys_mem[gid_8]
    var add_4: i32
    add_4 <- add_i32(x_7, x_8)
    map_mem_4[add_i64(mul_i64(gid_7, m_4), gid_8)] <- add_4
  done
return ([n_4][m_4]i32 @map_mem_4)

-- after join-dims (Imp)
the same
