-- Nothing is shared by the rows, or a check may fail.
entry main [n][p] (a: [n][p][100]f32) (b: [p][100]f32) (is: [n]i64) : ([n][p]f32, [n][p]f32) =
  ( map (map f32.sum) a
  , map (\i -> map (\ys -> loop sum = 0 for k < 100 do sum + ys[k] * b[i, k]) b) is)
-- ---
-- before unroll-and-jam (Imp)
entry main (a_mem: [n][p][100]f32, b_mem: [= p][100]f32, is_mem: [= n]i64) do
  var map_mem: mem f32
  map_mem <- alloc f32 mul_i64(n, p)
  kernel (gid < mul_i64(n, p)) do
    var red: f32
    reduce (red) <- gid_2 < 100i64 from (0.0f32) do
      var x: f32
      x <- a_mem[add_i64(mul_i64(100i64, gid), gid_2)]
    give (x)
    op (x_2: f32, x_3: f32)
      var add: f32
      add <- add_f32(x_2, x_3)
    give (add)
    map_mem[gid] <- red
  done
  var t: bool
  t <- le_i64(p, 0i64)
  var map_mem_2: mem f32
  map_mem_2 <- alloc f32 mul_i64(n, p)
  kernel (gid_3 < n) do
    var x_4: i64
    x_4 <- is_mem[gid_3]
    var t_2: bool
    t_2 <- le_i64(0i64, x_4)
    var t_3: bool
    t_3 <- lt_i64(x_4, p)
    var t_4: bool
    t_4 <- logand_bool(t_2, t_3)
    var held: bool
    var conv: i64
    if t_4 then
      held <- true
      conv <- 0i64
    else
      var at: i64
      at <- -1i64
      var good: bool
      good <- true
      while good do
        var t_5: i64
        t_5 <- add_i64(at, 1i64)
        at <- t_5
        good <- false
      done
      var at_2: i64
      at_2 <- at
      var t_6: bool
      t_6 <- le_i64(100i64, at_2)
      held <- t_6
      conv <- at_2
    fi
    var t_7: bool
    t_7 <- logor_bool(t, held)
    assert t_7 ("Index [",
      x_4,
      ", ",
      conv,
      "] out of bounds for array of shape ",
      "[",
      p,
      "]",
      "[",
      100i64,
      "]",
      ".") at (main.fut:4:70-76, main.fut:4:16-79, main.fut:4:5-83)
    for i < p do
      var acc: f32
      acc <- 0.0f32
      for k < i64_of_i32(100i32) do
        var k_2: i32
        k_2 <- i32_of_i64(k)
        var conv_2: i64
        conv_2 <- i64_of_i32(k_2)
        var elem: f32
        elem <- b_mem[add_i64(mul_i64(i, 100i64), conv_2)]
        var elem_2: f32
        elem_2 <- b_mem[add_i64(mul_i64(x_4, 100i64), conv_2)]
        var mul: f32
        mul <- mul_f32(elem, elem_2)
        var add_2: f32
        add_2 <- add_f32(acc, mul)
        acc <- add_2
      done
      var acc_2: f32
      acc_2 <- acc
      map_mem_2[add_i64(mul_i64(gid_3, p), i)] <- acc_2
    done
  done
return ([n][p]f32 @map_mem, [n][p]f32 @map_mem_2)

-- after unroll-and-jam (Imp)
the same
