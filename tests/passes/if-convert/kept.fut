-- Branches stay that read memory, divide, or do much; in an operator also those that give two values.
entry main [n] (xs: [n]i32) : ([n]i32, [n]f32, (i32, i64)) =
  (map (\x -> if x > 0 && x < i32.i64 n then xs[x] else x) xs,
   map (\x -> let y = f32.i32 x in if y > 1 then 1 / y else f32.sin y) xs,
   reduce_comm (\(x, i) (y, j) -> if x < y then (x, i) else (y, j)) (i32.highest, -1) (zip xs (iota n)))
-- ---
-- before if-convert (Imp)
entry main (xs_mem: [n]i32) do
  var t: i32
  t <- i32_of_i64(n)
  var map_mem: mem i32
  map_mem <- alloc i32 n
  var map_mem_2: mem f32
  map_mem_2 <- alloc f32 n
  var red: i32
  var red_2: i64
  commutative reduce (red, red_2) <- gid < n from (2147483647i32, -1i64) do
    var x: i32
    x <- xs_mem[gid]
    var x_2: i64
    x_2 <- gid
    var gt: bool
    gt <- lt_i32(0i32, x)
    var t_2: bool
    t_2 <- lt_i32(x, t)
    var branch: bool
    branch <- logand_bool(gt, t_2)
    var branch_2: i32
    if branch then
      var conv: i64
      conv <- i64_of_i32(x)
      var le: bool
      le <- le_i64(0i64, conv)
      var lt: bool
      lt <- lt_i64(conv, n)
      var logand: bool
      logand <- logand_bool(le, lt)
      assert logand ("Index [",
        conv,
        "] out of bounds for array of shape ",
        "[",
        n,
        "]",
        ".") at (main.fut:3:46-50, main.fut:3:4-61)
      var elem: i32
      elem <- xs_mem[conv]
      branch_2 <- elem
    else
      branch_2 <- x
    fi
    var conv_2: f32
    conv_2 <- f32_of_i32(x)
    var gt_2: bool
    gt_2 <- lt_f32(1.0f32, conv_2)
    var branch_3: f32
    if gt_2 then
      var div: f32
      div <- div_f32(1.0f32, conv_2)
      branch_3 <- div
    else
      var sin: f32
      sin <- sin_f32(conv_2)
      branch_3 <- sin
    fi
    map_mem[gid] <- branch_2
    map_mem_2[gid] <- branch_3
  give (x, x_2)
  op (x_3: i32, x_4: i64, x_5: i32, x_6: i64)
    var lt_2: bool
    lt_2 <- lt_i32(x_3, x_5)
    var branch_4: i32
    var branch_5: i64
    if lt_2 then
      branch_4 <- x_3
      branch_5 <- x_4
    else
      branch_4 <- x_5
      branch_5 <- x_6
    fi
  give (branch_4, branch_5)
return ([n]i32 @map_mem, [n]f32 @map_mem_2, red, red_2)

-- after if-convert (Imp)
the same
