-- A branch inside of a branch comes first. Choices of truth values are operators.
entry main [n] (xs: [n]i32) (lo: i32) (hi: i32) : ([n]i32, [n]bool) =
  unzip (map (\x -> let y = if x < lo then lo else if x > hi then hi else x
                    let odd = if y > lo then (x & 1) == 1 else false
                    in (if odd then y + 1 else y - 1, odd))
             xs)
-- ---
-- before if-convert (Imp)
entry main (xs_mem: [n]i32, lo: i32, hi: i32) do
  var map_mem: mem i32
  map_mem <- alloc i32 n
  var map_mem_2: mem bool
  map_mem_2 <- alloc bool n
  kernel (gid < n) do
    var x: i32
    x <- xs_mem[gid]
    var lt: bool
    lt <- lt_i32(x, lo)
    var branch: i32
    if lt then
      branch <- lo
    else
      var gt: bool
      gt <- lt_i32(hi, x)
      var branch_2: i32
      if gt then
        branch_2 <- hi
      else
        branch_2 <- x
      fi
      branch <- branch_2
    fi
    var gt_2: bool
    gt_2 <- lt_i32(lo, branch)
    var t: i32
    t <- and_i32(x, 1i32)
    var t_2: bool
    t_2 <- eq_i32(1i32, t)
    var branch_3: bool
    branch_3 <- logand_bool(gt_2, t_2)
    var branch_4: i32
    if branch_3 then
      var add: i32
      add <- add_i32(branch, 1i32)
      branch_4 <- add
    else
      var sub: i32
      sub <- sub_i32(branch, 1i32)
      branch_4 <- sub
    fi
    map_mem[gid] <- branch_4
    map_mem_2[gid] <- branch_3
  done
return ([n]i32 @map_mem, [n]bool @map_mem_2)

-- after if-convert (Imp)
entry main (xs_mem: [n]i32, lo: i32, hi: i32) do
  var map_mem: mem i32
  map_mem <- alloc i32 n
  var map_mem_2: mem bool
  map_mem_2 <- alloc bool n
  kernel (gid < n) do
    var x: i32
    x <- xs_mem[gid]
    var lt: bool
    lt <- lt_i32(x, lo)
    var branch: i32
    var gt: bool
    gt <- lt_i32(hi, x)
    var branch_2: i32
    branch_2 <- select(gt, hi, x)
    branch <- select(lt, lo, branch_2)
    var gt_2: bool
    gt_2 <- lt_i32(lo, branch)
    var t: i32
    t <- and_i32(x, 1i32)
    var t_2: bool
    t_2 <- eq_i32(1i32, t)
    var branch_3: bool
    branch_3 <- logand_bool(gt_2, t_2)
    var branch_4: i32
    var add: i32
    add <- add_i32(branch, 1i32)
    var sub: i32
    sub <- sub_i32(branch, 1i32)
    branch_4 <- select(branch_3, add, sub)
    map_mem[gid] <- branch_4
    map_mem_2[gid] <- branch_3
  done
return ([n]i32 @map_mem, [n]bool @map_mem_2)
