-- A loop runs as long as any lane wants, and a branch on which lanes disagree runs both ways.
entry main [n] (xs: [n]i32) : [n]i32 =
  map (\x -> loop y = x while y > 9 do if y % 3 == 0 then y / 3 + xs[0] - xs[0] else y - 1) xs
-- ---
-- before vectorise (Imp)
entry main (xs_mem: [n]i32) do
  var map_mem: mem i32
  map_mem <- alloc i32 n
  kernel (gid < n) do
    var x: i32
    x <- xs_mem[gid]
    var gt: bool
    gt <- lt_i32(9i32, x)
    var acc: i32
    acc <- x
    var continue: bool
    continue <- gt
    while continue do
      var mod: i32
      mod <- mod_i32(acc, 3i32)
      var eq: bool
      eq <- eq_i32(mod, 0i32)
      var branch: i32
      if eq then
        var div: i32
        div <- div_i32(acc, 3i32)
        branch <- div
      else
        var sub: i32
        sub <- sub_i32(acc, 1i32)
        branch <- sub
      fi
      var gt_2: bool
      gt_2 <- lt_i32(9i32, branch)
      acc <- branch
      continue <- gt_2
    done
    var acc_2: i32
    acc_2 <- acc
    map_mem[gid] <- acc_2
  done
return ([n]i32 @map_mem)

-- after vectorise (Lanes)
entry main (xs_mem: [n]i32) do
  var map_mem: mem i32
  map_mem <- alloc i32 n
  lanes 32 (gid) do
    var x: vec i32
    x <- xs_mem[gid..]
    var gt: vec bool
    gt <- lt_i32(splat_i32(9i32), x)
    var acc: vec i32
    acc <- x
    var continue: vec bool
    continue <- gt
    var running: vec bool
    running <- continue
    while any(running) do
      var mod: vec i32
      mod <- mod_i32(acc, splat_i32(3i32))
      var eq: vec bool
      eq <- eq_i32(mod, splat_i32(0i32))
      var branch: vec i32
      var mask: vec bool
      mask <- eq
      var mask_2: vec bool
      mask_2 <- logand_bool(running, mask)
      var mask_3: vec bool
      mask_3 <- logand_bool(running, not_bool(mask))
      var div: vec i32
      div <- div_i32(acc, splat_i32(3i32))
      branch <- select(mask_2, div, branch)
      var sub: vec i32
      sub <- sub_i32(acc, splat_i32(1i32))
      branch <- select(mask_3, sub, branch)
      var gt_2: vec bool
      gt_2 <- lt_i32(splat_i32(9i32), branch)
      acc <- select(running, branch, acc)
      continue <- select(running, gt_2, continue)
      running <- logand_bool(running, continue)
    done
    var acc_2: vec i32
    acc_2 <- acc
    map_mem[gid..] <- acc_2
  of lanes 16 (gid_2) do
    var x_2: vec i32
    x_2 <- xs_mem[gid_2..]
    var gt_3: vec bool
    gt_3 <- lt_i32(splat_i32(9i32), x_2)
    var acc_3: vec i32
    acc_3 <- x_2
    var continue_2: vec bool
    continue_2 <- gt_3
    var running_2: vec bool
    running_2 <- continue_2
    while any(running_2) do
      var mod_2: vec i32
      mod_2 <- mod_i32(acc_3, splat_i32(3i32))
      var eq_2: vec bool
      eq_2 <- eq_i32(mod_2, splat_i32(0i32))
      var branch_2: vec i32
      var mask_4: vec bool
      mask_4 <- eq_2
      var mask_5: vec bool
      mask_5 <- logand_bool(running_2, mask_4)
      var mask_6: vec bool
      mask_6 <- logand_bool(running_2, not_bool(mask_4))
      var div_2: vec i32
      div_2 <- div_i32(acc_3, splat_i32(3i32))
      branch_2 <- select(mask_5, div_2, branch_2)
      var sub_2: vec i32
      sub_2 <- sub_i32(acc_3, splat_i32(1i32))
      branch_2 <- select(mask_6, sub_2, branch_2)
      var gt_4: vec bool
      gt_4 <- lt_i32(splat_i32(9i32), branch_2)
      acc_3 <- select(running_2, branch_2, acc_3)
      continue_2 <- select(running_2, gt_4, continue_2)
      running_2 <- logand_bool(running_2, continue_2)
    done
    var acc_4: vec i32
    acc_4 <- acc_3
    map_mem[gid_2..] <- acc_4
  of kernel (gid_3 < n) do
    var x_3: i32
    x_3 <- xs_mem[gid_3]
    var gt_5: bool
    gt_5 <- lt_i32(9i32, x_3)
    var acc_5: i32
    acc_5 <- x_3
    var continue_3: bool
    continue_3 <- gt_5
    while continue_3 do
      var mod_3: i32
      mod_3 <- mod_i32(acc_5, 3i32)
      var eq_3: bool
      eq_3 <- eq_i32(mod_3, 0i32)
      var branch_3: i32
      if eq_3 then
        var div_3: i32
        div_3 <- div_i32(acc_5, 3i32)
        branch_3 <- div_3
      else
        var sub_3: i32
        sub_3 <- sub_i32(acc_5, 1i32)
        branch_3 <- sub_3
      fi
      var gt_6: bool
      gt_6 <- lt_i32(9i32, branch_3)
      acc_5 <- branch_3
      continue_3 <- gt_6
    done
    var acc_6: i32
    acc_6 <- acc_5
    map_mem[gid_3] <- acc_6
  done
return ([n]i32 @map_mem)
