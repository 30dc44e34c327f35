-- Maps that overwrite what they read, whose bodies have loops, or that do not write in every lane stay as they are.
entry main [n] (xs: *[n]i32) (ys: [n]i32) : ([n]i32, [n]i32) =
  let zs = map (\y -> loop s = y for i < y do s * s + i) ys
  let (is, vs) = unzip (map (\i -> (if i % 2 == 0 then i else -1, 1)) (iota n))
  in (scatter xs is vs, zs)
-- ---
-- before stream-stores (Lanes)
entry main (xs_mem: [n]i32, ys_mem: [= n]i32) do
  var map_mem: mem i32
  map_mem <- alloc i32 n
  lanes 32 (gid) do
    var x: vec i32
    x <- ys_mem[gid..]
    var acc: vec i32
    acc <- x
    var bound: vec i64
    bound <- i64_of_i32(x)
    var i: i64
    i <- 0i64
    var running: vec bool
    running <- lt_i64(splat_i64(i), bound)
    while any(running) do
      var i_2: i32
      i_2 <- i32_of_i64(i)
      var mul: vec i32
      mul <- mul_i32(acc, acc)
      var add: vec i32
      add <- add_i32(mul, splat_i32(i_2))
      acc <- select(running, add, acc)
      i <- add_i64(i, 1i64)
      running <- logand_bool(running, lt_i64(splat_i64(i), bound))
    done
    var acc_2: vec i32
    acc_2 <- acc
    map_mem[gid..] <- acc_2
  of lanes 16 (gid_2) do
    var x_2: vec i32
    x_2 <- ys_mem[gid_2..]
    var acc_3: vec i32
    acc_3 <- x_2
    var bound_2: vec i64
    bound_2 <- i64_of_i32(x_2)
    var i_3: i64
    i_3 <- 0i64
    var running_2: vec bool
    running_2 <- lt_i64(splat_i64(i_3), bound_2)
    while any(running_2) do
      var i_4: i32
      i_4 <- i32_of_i64(i_3)
      var mul_2: vec i32
      mul_2 <- mul_i32(acc_3, acc_3)
      var add_2: vec i32
      add_2 <- add_i32(mul_2, splat_i32(i_4))
      acc_3 <- select(running_2, add_2, acc_3)
      i_3 <- add_i64(i_3, 1i64)
      running_2 <- logand_bool(running_2, lt_i64(splat_i64(i_3), bound_2))
    done
    var acc_4: vec i32
    acc_4 <- acc_3
    map_mem[gid_2..] <- acc_4
  of kernel (gid_3 < n) do
    var x_3: i32
    x_3 <- ys_mem[gid_3]
    var acc_5: i32
    acc_5 <- x_3
    for i_5 < i64_of_i32(x_3) do
      var i_6: i32
      i_6 <- i32_of_i64(i_5)
      var mul_3: i32
      mul_3 <- mul_i32(acc_5, acc_5)
      var add_3: i32
      add_3 <- add_i32(mul_3, i_6)
      acc_5 <- add_3
    done
    var acc_6: i32
    acc_6 <- acc_5
    map_mem[gid_3] <- acc_6
  done
  kernel (gid_4 < n) do
    var x_4: i64
    x_4 <- gid_4
    var mod: i64
    mod <- and_i64(x_4, 1i64)
    var eq: bool
    eq <- eq_i64(mod, 0i64)
    var branch: i64
    branch <- select(eq, x_4, -1i64)
    if logand_bool(le_i64(0i64, branch), lt_i64(branch, n)) then
      xs_mem[branch] <- 1i32
    else
    fi
  done
return ([n]i32 @xs_mem, [n]i32 @map_mem)

-- after stream-stores (Lanes)
the same
