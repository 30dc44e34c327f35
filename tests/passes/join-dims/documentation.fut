-- The example of the documentation.
-- Documentation:
-- kernel (i < n, j < m) do x <- xs[m * i + j]; ys[m * i + j] <- x + 1 done
-- becomes
-- kernel (j < n * m) do x <- xs[j]; ys[j] <- x + 1 done
--
-- Written out:
-- kernel (gid < n, gid_2 < m) do … x <- xss_mem[add_i64(mul_i64(gid, m), gid_2)] … map_mem[add_i64(mul_i64(gid, m), gid_2)] <- add
-- becomes
-- kernel (gid < mul_i64(n, m)) do … x <- xss_mem[gid] … map_mem[gid] <- add
--
entry main [n] [m] (xss: [n][m]i32) = map (map (+ 1)) xss
-- ---
-- before join-dims (Imp)
entry main (xss_mem: [n][m]i32) do
  var map_mem: mem i32
  map_mem <- alloc i32 mul_i64(m, n)
  kernel (gid < n, gid_2 < m) do
    var x: i32
    x <- xss_mem[add_i64(mul_i64(gid, m), gid_2)]
    var add: i32
    add <- add_i32(x, 1i32)
    map_mem[add_i64(mul_i64(gid, m), gid_2)] <- add
  done
return ([n][m]i32 @map_mem)

-- after join-dims (Imp)
entry main (xss_mem: [n][m]i32) do
  var map_mem: mem i32
  map_mem <- alloc i32 mul_i64(m, n)
  kernel (gid < mul_i64(n, m)) do
    var x: i32
    x <- xss_mem[gid]
    var add: i32
    add <- add_i32(x, 1i32)
    map_mem[gid] <- add
  done
return ([n][m]i32 @map_mem)
