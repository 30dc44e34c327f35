-- Three dimensions; only the inner two; only the outer two, with a loop over the elements in the kernel.
-- show: all
entry main [n] [m] [k] (xsss: [n][m][k]i32) (ysss: [n][m][k]i32) = map2 (map2 (map2 (+))) xsss ysss

entry inner [n] [m] [k] (xs: [n]i32) (xsss: [n][m][k]i32) = map2 (\x -> map (map (+ x))) xs xsss

entry outer [n] [m] [k] (xsss: [n][m][k]i32) =
  map (map (\xs -> loop sum = 0 for i < k do sum * 3 + xs[i])) xsss
-- ---
-- before join-dims (Imp)
entry main (xsss_mem: [n][m][k]i32, ysss_mem: [= n][= m][= k]i32) do
  var map_mem: mem i32
  map_mem <- alloc i32 mul_i64(mul_i64(k, m), n)
  kernel (gid < n, gid_2 < m, gid_3 < k) do
    var x: i32
    x <- xsss_mem[add_i64(add_i64(mul_i64(mul_i64(gid, k), m), mul_i64(gid_2, k)), gid_3)]
    var x_2: i32
    x_2 <- ysss_mem[add_i64(add_i64(mul_i64(mul_i64(gid, k), m), mul_i64(gid_2, k)), gid_3)]
    var add: i32
    add <- add_i32(x, x_2)
    map_mem[add_i64(add_i64(mul_i64(mul_i64(gid, k), m), mul_i64(gid_2, k)), gid_3)] <- add
  done
return ([n][m][k]i32 @map_mem)

entry inner (xs_mem: [n_2]i32, xsss_mem_2: [= n_2][m_2][k_2]i32) do
  var map_mem_2: mem i32
  map_mem_2 <- alloc i32 mul_i64(mul_i64(k_2, m_2), n_2)
  kernel (gid_4 < n_2, gid_5 < m_2, gid_6 < k_2) do
    var x_3: i32
    x_3 <- xs_mem[gid_4]
    var x_4: i32
    x_4 <- xsss_mem_2[add_i64(add_i64(mul_i64(mul_i64(gid_4, k_2), m_2), mul_i64(gid_5, k_2)), gid_6)]
    var add_2: i32
    add_2 <- add_i32(x_4, x_3)
    map_mem_2[add_i64(add_i64(mul_i64(mul_i64(gid_4, k_2), m_2), mul_i64(gid_5, k_2)), gid_6)] <- add_2
  done
return ([n_2][m_2][k_2]i32 @map_mem_2)

entry outer (xsss_mem_3: [n_3][m_3][k_3]i32) do
  var map_mem_3: mem i32
  map_mem_3 <- alloc i32 mul_i64(m_3, n_3)
  kernel (gid_7 < n_3, gid_8 < m_3) do
    var acc: i32
    acc <- 0i32
    for i < k_3 do
      var mul: i32
      mul <- mul_i32(acc, 3i32)
      var elem: i32
      elem <- xsss_mem_3[add_i64(add_i64(mul_i64(mul_i64(gid_7, k_3), m_3), mul_i64(gid_8, k_3)), i)]
      var add_3: i32
      add_3 <- add_i32(mul, elem)
      acc <- add_3
    done
    var acc_2: i32
    acc_2 <- acc
    map_mem_3[add_i64(mul_i64(gid_7, m_3), gid_8)] <- acc_2
  done
return ([n_3][m_3]i32 @map_mem_3)

-- after join-dims (Imp)
entry main (xsss_mem: [n][m][k]i32, ysss_mem: [= n][= m][= k]i32) do
  var map_mem: mem i32
  map_mem <- alloc i32 mul_i64(mul_i64(k, m), n)
  kernel (gid < mul_i64(n, mul_i64(m, k))) do
    var x: i32
    x <- xsss_mem[gid]
    var x_2: i32
    x_2 <- ysss_mem[gid]
    var add: i32
    add <- add_i32(x, x_2)
    map_mem[gid] <- add
  done
return ([n][m][k]i32 @map_mem)

entry inner (xs_mem: [n_2]i32, xsss_mem_2: [= n_2][m_2][k_2]i32) do
  var map_mem_2: mem i32
  map_mem_2 <- alloc i32 mul_i64(mul_i64(k_2, m_2), n_2)
  kernel (gid_2 < n_2, gid_3 < mul_i64(m_2, k_2)) do
    var x_3: i32
    x_3 <- xs_mem[gid_2]
    var x_4: i32
    x_4 <- xsss_mem_2[add_i64(mul_i64(mul_i64(gid_2, k_2), m_2), gid_3)]
    var add_2: i32
    add_2 <- add_i32(x_4, x_3)
    map_mem_2[add_i64(mul_i64(mul_i64(gid_2, k_2), m_2), gid_3)] <- add_2
  done
return ([n_2][m_2][k_2]i32 @map_mem_2)

entry outer (xsss_mem_3: [n_3][m_3][k_3]i32) do
  var map_mem_3: mem i32
  map_mem_3 <- alloc i32 mul_i64(m_3, n_3)
  kernel (gid_4 < mul_i64(n_3, m_3)) do
    var acc: i32
    acc <- 0i32
    for i < k_3 do
      var mul: i32
      mul <- mul_i32(acc, 3i32)
      var elem: i32
      elem <- xsss_mem_3[add_i64(mul_i64(gid_4, k_3), i)]
      var add_3: i32
      add_3 <- add_i32(mul, elem)
      acc <- add_3
    done
    var acc_2: i32
    acc_2 <- acc
    map_mem_3[gid_4] <- acc_2
  done
return ([n_3][m_3]i32 @map_mem_3)
