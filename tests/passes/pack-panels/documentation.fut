-- The example of the documentation: a product of matrices.
-- Documentation:
-- kernel (i < n, j < p) do
--   for k < m do x <- a[i * m + k]; y <- b[j + k * p]; s <- s + x * y done
--   c[i * p + j] <- s
-- done
-- becomes
-- packs <- 16 <= n && 8192 <= m * p
-- panels <- b; step <- p
-- if packs then
--   panels <- alloc … ; step <- 64
--   kernel (t < (p + 63) / 64, k < m) do
--     kernel (l < min(64, p - t * 64)) do panels[(t * m + k) * 64 + l] <- b[t * 64 + l + k * p] done
--   done
-- fi
-- kernel (t < (p + 63) / 64, i < n) do
--   first <- select(packs, t * m * 64, t * 64)
--   kernel (l < min(64, p - t * 64)) do
--     j <- t * 64 + l
--     for k < m do x <- a[i * m + k]; y <- panels[first + l + k * step]; s <- s + x * y done
--     c[i * p + j] <- s
--   done
-- done
--
-- Written out:
-- kernel (gid < n, gid_2 < p) do … for k < m do … elem <- a_mem[add_i64(mul_i64(gid, m), k)] … elem_2 <- b_mem[add_i64(mul_i64(k, p), x)] … map_mem[add_i64(mul_i64(gid, p), gid_2)] <- acc_2 done
-- becomes
-- packs <- logand_bool(le_i64(16i64, n), le_i64(8192i64, mul_i64(m, p))) … step <- add_i64(0i64, p) … step_2 <- select(packs, 64i64, step) …
-- if packs then … alloc …
-- kernel (tile < quot_i64(add_i64(p, 63i64), 64i64), k < m) do
-- kernel (column < min_i64(64i64, sub_i64(p, mul_i64(tile, 64i64)))) do … done done … fi
-- kernel (tile_2 < quot_i64(add_i64(p, 63i64), 64i64), gid < n) do
-- … first <- select(packs, mul_i64(mul_i64(tile_2, 64i64), m), mul_i64(tile_2, 64i64))
-- kernel (column_2 < min_i64(64i64, sub_i64(p, mul_i64(tile_2, 64i64)))) do
-- … for k_2 < m do … [add_i64(add_i64(first, column_2), mul_i64(k_2, step_2))] … done … done done
--
entry main [n] [m] [p] (a: [n][m]i32) (b: [m][p]i32) : [n][p]i32 =
  map (\r -> tabulate p (\j -> loop s = 0 for k < m do s + r[k] * b[k, j])) a
-- ---
-- before pack-panels (Imp)
entry main (a_mem: [n][m]i32, b_mem: [= m][p]i32) do
  var map_mem: mem i32
  map_mem <- alloc i32 mul_i64(n, p)
  kernel (gid < n, gid_2 < p) do
    var x: i64
    x <- gid_2
    var acc: i32
    acc <- 0i32
    for k < m do
      var elem: i32
      elem <- a_mem[add_i64(mul_i64(gid, m), k)]
      var elem_2: i32
      elem_2 <- b_mem[add_i64(mul_i64(k, p), x)]
      var mul: i32
      mul <- mul_i32(elem, elem_2)
      var add: i32
      add <- add_i32(acc, mul)
      acc <- add
    done
    var acc_2: i32
    acc_2 <- acc
    map_mem[add_i64(mul_i64(gid, p), gid_2)] <- acc_2
  done
return ([n][p]i32 @map_mem)

-- after pack-panels (Imp)
entry main (a_mem: [n][m]i32, b_mem: [= m][p]i32) do
  var map_mem: mem i32
  map_mem <- alloc i32 mul_i64(n, p)
  var packs: bool
  packs <- logand_bool(le_i64(16i64, n), le_i64(8192i64, mul_i64(m, p)))
  var step: i64
  step <- add_i64(0i64, p)
  var step_2: i64
  step_2 <- select(packs, 64i64, step)
  var b_mem_2: mem i32
  if packs then
    b_mem_2 <- alloc i32 mul_i64(mul_i64(quot_i64(add_i64(p, 63i64), 64i64), m), 64i64)
    kernel (tile < quot_i64(add_i64(p, 63i64), 64i64), k < m) do
      kernel (column < min_i64(64i64, sub_i64(p, mul_i64(tile, 64i64)))) do
        var element: i32
        element <- b_mem[add_i64(add_i64(mul_i64(tile, 64i64), column), mul_i64(k, step))]
        b_mem_2[add_i64(mul_i64(add_i64(mul_i64(tile, m), k), 64i64), column)] <- element
      done
    done
  else
    b_mem_2 <- b_mem
  fi
  kernel (tile_2 < quot_i64(add_i64(p, 63i64), 64i64), gid < n) do
    var first: i64
    first <- select(packs, mul_i64(mul_i64(tile_2, 64i64), m), mul_i64(tile_2, 64i64))
    kernel (column_2 < min_i64(64i64, sub_i64(p, mul_i64(tile_2, 64i64)))) do
      var gid_2: i64
      gid_2 <- add_i64(mul_i64(tile_2, 64i64), column_2)
      var x: i64
      x <- gid_2
      var acc: i32
      acc <- 0i32
      for k_2 < m do
        var elem: i32
        elem <- a_mem[add_i64(mul_i64(gid, m), k_2)]
        var elem_2: i32
        elem_2 <- b_mem_2[add_i64(add_i64(first, column_2), mul_i64(k_2, step_2))]
        var mul: i32
        mul <- mul_i32(elem, elem_2)
        var add: i32
        add <- add_i32(acc, mul)
        acc <- add
      done
      var acc_2: i32
      acc_2 <- acc
      map_mem[add_i64(mul_i64(gid, p), gid_2)] <- acc_2
    done
  done
  free b_mem_2
return ([n][p]i32 @map_mem)
