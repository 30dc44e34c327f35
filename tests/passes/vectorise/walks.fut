-- A walk through a list has no lanes: an iteration reads where the next one goes on, so few lanes would be left.
entry main [n][m] (next: [m]i64) (values: [m]f32) (starts: [n]i64) : [n]f32 =
  map (\start -> (loop (i, sum) = (start, 0) while i >= 0 do
                    let x = #[unsafe] values[i] * 3 + 2
                    in #[unsafe] (next[i], f32.sqrt x * x * x + sum * 2)).1)
      starts
-- ---
-- before vectorise (Imp)
entry main (next_mem: [m]i64, values_mem: [= m]f32, starts_mem: [n]i64) do
  var map_mem: mem f32
  map_mem <- alloc f32 n
  kernel (gid < n) do
    var x: i64
    x <- starts_mem[gid]
    var ge: bool
    ge <- le_i64(0i64, x)
    var acc: i64
    acc <- x
    var acc_2: f32
    acc_2 <- 0.0f32
    var continue: bool
    continue <- ge
    while continue do
      var le: bool
      le <- le_i64(0i64, acc)
      var lt: bool
      lt <- lt_i64(acc, m)
      var logand: bool
      logand <- logand_bool(le, lt)
      assert logand ("Index [",
        acc,
        "] out of bounds for array of shape ",
        "[",
        m,
        "]",
        ".") at (main.fut:4:39-47, main.fut:3:3-6:12)
      var elem: f32
      elem <- values_mem[acc]
      var mul: f32
      mul <- mul_f32(elem, 3.0f32)
      var add: f32
      add <- add_f32(mul, 2.0f32)
      var elem_2: i64
      elem_2 <- next_mem[acc]
      var sqrt: f32
      sqrt <- sqrt_f32(add)
      var mul_2: f32
      mul_2 <- mul_f32(sqrt, add)
      var mul_3: f32
      mul_3 <- mul_f32(mul_2, add)
      var mul_4: f32
      mul_4 <- mul_f32(acc_2, 2.0f32)
      var add_2: f32
      add_2 <- add_f32(mul_3, mul_4)
      var ge_2: bool
      ge_2 <- le_i64(0i64, elem_2)
      acc <- elem_2
      acc_2 <- add_2
      continue <- ge_2
    done
    var acc_3: f32
    acc_3 <- acc_2
    map_mem[gid] <- acc_3
  done
return ([n]f32 @map_mem)

-- after vectorise (Lanes)
entry main (next_mem: [m]i64, values_mem: [= m]f32, starts_mem: [n]i64) do
  var map_mem: mem f32
  map_mem <- alloc f32 n
  kernel (gid < n) do
    var x: i64
    x <- starts_mem[gid]
    var ge: bool
    ge <- le_i64(0i64, x)
    var acc: i64
    acc <- x
    var acc_2: f32
    acc_2 <- 0.0f32
    var continue: bool
    continue <- ge
    while continue do
      var le: bool
      le <- le_i64(0i64, acc)
      var lt: bool
      lt <- lt_i64(acc, m)
      var logand: bool
      logand <- logand_bool(le, lt)
      assert logand ("Index [",
        acc,
        "] out of bounds for array of shape ",
        "[",
        m,
        "]",
        ".") at (main.fut:4:39-47, main.fut:3:3-6:12)
      var elem: f32
      elem <- values_mem[acc]
      var mul: f32
      mul <- mul_f32(elem, 3.0f32)
      var add: f32
      add <- add_f32(mul, 2.0f32)
      var elem_2: i64
      elem_2 <- next_mem[acc]
      var sqrt: f32
      sqrt <- sqrt_f32(add)
      var mul_2: f32
      mul_2 <- mul_f32(sqrt, add)
      var mul_3: f32
      mul_3 <- mul_f32(mul_2, add)
      var mul_4: f32
      mul_4 <- mul_f32(acc_2, 2.0f32)
      var add_2: f32
      add_2 <- add_f32(mul_3, mul_4)
      var ge_2: bool
      ge_2 <- le_i64(0i64, elem_2)
      acc <- elem_2
      acc_2 <- add_2
      continue <- ge_2
    done
    var acc_3: f32
    acc_3 <- acc_2
    map_mem[gid] <- acc_3
  done
return ([n]f32 @map_mem)
