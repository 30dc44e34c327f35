-- The example of the documentation: a product of matrices. With so few rounds, there are no panels.
-- options: rows=2
-- Documentation:
-- kernel (i < n, j < p) do
--   reduce (s) <- k < m do x <- a[i * m + k]; y <- b[j + k * p] give (x * y) …
--   c[i * p + j] <- s
-- done
-- becomes
-- kernel (i < (n + 1) / 2, j < p) do
--   first <- i * 2
--   if first + 1 < n then
--     i <- first; h <- first + 1
--     reduce (s, t) <- k < m do x <- a[i * m + k]; z <- a[h * m + k]; y <- b[j + k * p] give (x * y, z * y) …
--     c[i * p + j] <- s; c[h * p + j] <- t
--   else
--     for r < min(n - first, 2) do i <- first + r; … done
--   fi
-- done
--
-- Written out:
-- kernel (gid < n, gid_2 < p) do … reduce (red) <- gid_3 < 16i64 … map_mem[add_i64(mul_i64(gid, p), gid_2)] <- red done
-- becomes
-- kernel (gid < quot_i64(add_i64(n, 1i64), 2i64), gid_2 < p) do … fi done
--
entry main [n][p] (a: [n][16]f32) (b: [16][p]f32) : [n][p]f32 =
  map (\x -> map (\y -> f32.sum (map2 (*) x y)) (transpose b)) a
-- ---
-- before unroll-and-jam (Imp)
entry main (a_mem: [n][16]f32, b_mem: [16][p]f32) do
  var map_mem: mem f32
  map_mem <- alloc f32 mul_i64(n, p)
  kernel (gid < n, gid_2 < p) do
    var red: f32
    reduce (red) <- gid_3 < 16i64 from (0.0f32) do
      var x: f32
      x <- a_mem[add_i64(mul_i64(16i64, gid), gid_3)]
      var x_2: f32
      x_2 <- b_mem[add_i64(gid_2, mul_i64(gid_3, p))]
    give (x, x_2)
    op (x_3: f32, x_4: f32)
      var add: f32
      add <- add_f32(x_3, x_4)
    give (add)
    step op (x_5: f32, x_6: f32, x_7: f32)
      var add_2: f32
      add_2 <- fma_f32(x_6, x_7, x_5)
    give (add_2)
    map_mem[add_i64(mul_i64(gid, p), gid_2)] <- red
  done
return ([n][p]f32 @map_mem)

-- after unroll-and-jam (Imp)
entry main (a_mem: [n][16]f32, b_mem: [16][p]f32) do
  var map_mem: mem f32
  map_mem <- alloc f32 mul_i64(n, p)
  kernel (gid < quot_i64(add_i64(n, 1i64), 2i64), gid_2 < p) do
    var gid_3: i64
    gid_3 <- mul_i64(gid, 2i64)
    if lt_i64(add_i64(gid_3, 1i64), n) then
      var gid_4: i64
      gid_4 <- gid_3
      var gid_5: i64
      gid_5 <- add_i64(gid_3, 1i64)
      var red: f32
      var red_2: f32
      reduce (red, red_2) <- gid_6 < 16i64 from (0.0f32, 0.0f32) do
        var x: f32
        var x_2: f32
        x <- a_mem[add_i64(mul_i64(16i64, gid_4), gid_6)]
        x_2 <- a_mem[add_i64(mul_i64(16i64, gid_5), gid_6)]
        var x_3: f32
        x_3 <- b_mem[add_i64(gid_2, mul_i64(gid_6, p))]
      give (x, x_3, x_2, x_3)
      op (x_4: f32, x_5: f32, x_6: f32, x_7: f32)
        var add: f32
        add <- add_f32(x_4, x_6)
        var add_2: f32
        add_2 <- add_f32(x_5, x_7)
      give (add, add_2)
      step op (x_8: f32, x_9: f32, x_10: f32, x_11: f32, x_12: f32, x_13: f32)
        var add_3: f32
        add_3 <- fma_f32(x_10, x_11, x_8)
        var add_4: f32
        add_4 <- fma_f32(x_12, x_13, x_9)
      give (add_3, add_4)
      map_mem[add_i64(mul_i64(gid_4, p), gid_2)] <- red
      map_mem[add_i64(mul_i64(gid_5, p), gid_2)] <- red_2
    else
      for gid_7 < min_i64(sub_i64(n, gid_3), 2i64) do
        var gid_8: i64
        gid_8 <- add_i64(gid_3, gid_7)
        var red_3: f32
        reduce (red_3) <- gid_9 < 16i64 from (0.0f32) do
          var x_14: f32
          x_14 <- a_mem[add_i64(mul_i64(16i64, gid_8), gid_9)]
          var x_15: f32
          x_15 <- b_mem[add_i64(gid_2, mul_i64(gid_9, p))]
        give (x_14, x_15)
        op (x_16: f32, x_17: f32)
          var add_5: f32
          add_5 <- add_f32(x_16, x_17)
        give (add_5)
        step op (x_18: f32, x_19: f32, x_20: f32)
          var add_6: f32
          add_6 <- fma_f32(x_19, x_20, x_18)
        give (add_6)
        map_mem[add_i64(mul_i64(gid_8, p), gid_2)] <- red_3
      done
    fi
  done
return ([n][p]f32 @map_mem)
