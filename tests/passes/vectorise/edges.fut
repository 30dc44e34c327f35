-- A branch that compares indices has its code three times; a check that fails leaves the group.
entry main [n] (xs: [n]f32) (k: i64) : [n]f32 =
  map2 (\i x -> if i == 0 then x else f32.sqrt xs[i - 1] + xs[i32.i64 k |> i64.i32]) (iota n) xs
-- ---
-- before vectorise (Imp)
entry main (xs_mem: [n]f32, k: i64) do
  var map_mem: mem f32
  map_mem <- alloc f32 n
  kernel (gid < n) do
    var x: i64
    x <- gid
    var x_2: f32
    x_2 <- xs_mem[gid]
    var eq: bool
    eq <- eq_i64(x, 0i64)
    var branch: f32
    if eq then
      branch <- x_2
    else
      var sub: i64
      sub <- sub_i64(x, 1i64)
      var elem: f32
      elem <- xs_mem[sub]
      var sqrt: f32
      sqrt <- sqrt_f32(elem)
      var conv: i32
      conv <- i32_of_i64(k)
      var conv_2: i64
      conv_2 <- i64_of_i32(conv)
      var le: bool
      le <- le_i64(0i64, conv_2)
      var lt: bool
      lt <- lt_i64(conv_2, n)
      var logand: bool
      logand <- logand_bool(le, lt)
      assert logand ("Index [",
        conv_2,
        "] out of bounds for array of shape ",
        "[",
        n,
        "]",
        ".") at (main.fut:3:60-83, main.fut:3:3-96)
      var elem_2: f32
      elem_2 <- xs_mem[conv_2]
      var add: f32
      add <- add_f32(sqrt, elem_2)
      branch <- add
    fi
    map_mem[gid] <- branch
  done
return ([n]f32 @map_mem)

-- after vectorise (Lanes)
entry main (xs_mem: [n]f32, k: i64) do
  var map_mem: mem f32
  map_mem <- alloc f32 n
  lanes 16 (gid) do
    var x: i64
    x <- gid
    var x_2: vec f32
    x_2 <- xs_mem[gid..]
    var eq: vec bool
    eq <- eq_i64(steps_i64(x, 1i64), splat_i64(0i64))
    var branch: vec f32
    var mask: vec bool
    mask <- eq
    if all(mask) then
      branch <- x_2
    else
      if any(mask) then
        branch <- select(mask, x_2, branch)
        var mask_2: vec bool
        mask_2 <- not_bool(mask)
        var sub: i64
        sub <- sub_i64(x, 1i64)
        var elem: vec f32
        elem <- xs_mem[sub..] where mask_2
        var sqrt: vec f32
        sqrt <- sqrt_f32(elem)
        var conv: i32
        conv <- i32_of_i64(k)
        var conv_2: i64
        conv_2 <- i64_of_i32(conv)
        var le: bool
        le <- le_i64(0i64, conv_2)
        var lt: bool
        lt <- lt_i64(conv_2, n)
        var logand: bool
        logand <- logand_bool(le, lt)
        leave if not_bool(logand)
        var elem_2: f32
        elem_2 <- xs_mem[conv_2]
        var add: vec f32
        add <- add_f32(sqrt, splat_f32(elem_2))
        branch <- select(mask_2, add, branch)
      else
        var sub_2: i64
        sub_2 <- sub_i64(x, 1i64)
        var elem_3: vec f32
        elem_3 <- xs_mem[sub_2..]
        var sqrt_2: vec f32
        sqrt_2 <- sqrt_f32(elem_3)
        var conv_3: i32
        conv_3 <- i32_of_i64(k)
        var conv_4: i64
        conv_4 <- i64_of_i32(conv_3)
        var le_2: bool
        le_2 <- le_i64(0i64, conv_4)
        var lt_2: bool
        lt_2 <- lt_i64(conv_4, n)
        var logand_2: bool
        logand_2 <- logand_bool(le_2, lt_2)
        leave if not_bool(logand_2)
        var elem_4: f32
        elem_4 <- xs_mem[conv_4]
        var add_2: vec f32
        add_2 <- add_f32(sqrt_2, splat_f32(elem_4))
        branch <- add_2
      fi
    fi
    map_mem[gid..] <- branch
  of kernel (gid_2 < n) do
    var x_3: i64
    x_3 <- gid_2
    var x_4: f32
    x_4 <- xs_mem[gid_2]
    var eq_2: bool
    eq_2 <- eq_i64(x_3, 0i64)
    var branch_2: f32
    if eq_2 then
      branch_2 <- x_4
    else
      var sub_3: i64
      sub_3 <- sub_i64(x_3, 1i64)
      var elem_5: f32
      elem_5 <- xs_mem[sub_3]
      var sqrt_3: f32
      sqrt_3 <- sqrt_f32(elem_5)
      var conv_5: i32
      conv_5 <- i32_of_i64(k)
      var conv_6: i64
      conv_6 <- i64_of_i32(conv_5)
      var le_3: bool
      le_3 <- le_i64(0i64, conv_6)
      var lt_3: bool
      lt_3 <- lt_i64(conv_6, n)
      var logand_3: bool
      logand_3 <- logand_bool(le_3, lt_3)
      assert logand_3 ("Index [",
        conv_6,
        "] out of bounds for array of shape ",
        "[",
        n,
        "]",
        ".") at (main.fut:3:60-83, main.fut:3:3-96)
      var elem_6: f32
      elem_6 <- xs_mem[conv_6]
      var add_3: f32
      add_3 <- add_f32(sqrt_3, elem_6)
      branch_2 <- add_3
    fi
    map_mem[gid_2] <- branch_2
  done
return ([n]f32 @map_mem)
