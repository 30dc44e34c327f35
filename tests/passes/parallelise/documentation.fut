-- The example of the documentation. The work of an index depends on a size.
-- Documentation:
-- kernel (i < n) do for j < m do s <- popc(s) done; ys[i] <- s done
-- becomes
-- tasks of m * 3.0 + 3.0 cycles do kernel (i < n) do for j < m do s <- popc(s) done; ys[i] <- s done done
--
-- Written out:
-- kernel (gid < n) do … for _j < m do … acc <- popc … map_mem[gid] <- acc_2 done
-- becomes
-- tasks of add_f64(mul_f64(f64_of_i64(max_i64(m, 0i64)), 3.0f64), 3.0f64) cycles do kernel (gid < n) do … for _j < m do … acc <- popc … map_mem[gid] <- acc_2 done done
--
entry main [n] (m: i64) (xs: [n]i32) : [n]i32 = map (\x -> loop s = x for _j < m do i32.popc s) xs
-- ---
-- before parallelise (Lanes)
entry main (m: i64, xs_mem: [n]i32) do
  var map_mem: mem i32
  map_mem <- alloc i32 n
  kernel (gid < n) do
    var x: i32
    x <- xs_mem[gid]
    var acc: i32
    acc <- x
    for _j < m do
      var popc: i32
      popc <- popc_i32(acc)
      acc <- popc
    done
    var acc_2: i32
    acc_2 <- acc
    map_mem[gid] <- acc_2
  done
return ([n]i32 @map_mem)

-- after parallelise (Lanes)
entry main (m: i64, xs_mem: [n]i32) do
  var map_mem: mem i32
  map_mem <- alloc i32 n
  tasks of add_f64(mul_f64(f64_of_i64(max_i64(m, 0i64)), 3.0f64), 3.0f64) cycles do
    kernel (gid < n) do
      var x: i32
      x <- xs_mem[gid]
      var acc: i32
      acc <- x
      for _j < m do
        var popc: i32
        popc <- popc_i32(acc)
        acc <- popc
      done
      var acc_2: i32
      acc_2 <- acc
      map_mem[gid] <- acc_2
    done
  done
return ([n]i32 @map_mem)
