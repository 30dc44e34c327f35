-- The example of the documentation. The work of an index depends on a size.
-- Documentation:
-- kernel (i < n) do for j < m do s <- s * s done; ys[i] <- s done
-- becomes
-- tasks of m * 2.0 + 3.0 cycles do kernel (i < n) do for j < m do s <- s * s done; ys[i] <- s done done
--
-- Written out:
-- kernel (gid < n) do … for _j < m do … acc <- mul … map_mem[gid] <- acc_2 done
-- becomes
-- tasks of add_f64(mul_f64(f64_of_i64(max_i64(m, 0i64)), 2.0f64), 3.0f64) cycles do kernel (gid < n) do … for _j < m do … acc <- mul … map_mem[gid] <- acc_2 done done
--
entry main [n] (m: i64) (xs: [n]f16) : [n]f16 = map (\x -> loop s = x for _j < m do s * s) xs
-- ---
-- before parallelise (Lanes)
entry main (m: i64, xs_mem: [n]f16) do
  var map_mem: mem f16
  map_mem <- alloc f16 n
  kernel (gid < n) do
    var x: f16
    x <- xs_mem[gid]
    var acc: f16
    acc <- x
    for _j < m do
      var mul: f16
      mul <- mul_f16(acc, acc)
      acc <- mul
    done
    var acc_2: f16
    acc_2 <- acc
    map_mem[gid] <- acc_2
  done
return ([n]f16 @map_mem)

-- after parallelise (Lanes)
entry main (m: i64, xs_mem: [n]f16) do
  var map_mem: mem f16
  map_mem <- alloc f16 n
  tasks of add_f64(mul_f64(f64_of_i64(max_i64(m, 0i64)), 2.0f64), 3.0f64) cycles do
    kernel (gid < n) do
      var x: f16
      x <- xs_mem[gid]
      var acc: f16
      acc <- x
      for _j < m do
        var mul: f16
        mul <- mul_f16(acc, acc)
        acc <- mul
      done
      var acc_2: f16
      acc_2 <- acc
      map_mem[gid] <- acc_2
    done
  done
return ([n]f16 @map_mem)
