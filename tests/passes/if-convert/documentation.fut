-- The example of the documentation, for each element.
-- Documentation:
-- if c then { var t: i32; t <- x + y; m <- t } else { m <- z }
-- becomes
-- var t: i32; t <- x + y; m <- select(c, t, z)
--
-- Written out:
-- if gt then var add: i32 add <- add_i32(mul, 7i32) branch <- add else branch <- mul fi
-- becomes
-- var add: i32 add <- add_i32(mul, 7i32) branch <- select(gt, add, mul)
--
entry main [n] (xs: [n]i32) : [n]i32 = map (\x -> let y = x * 3 in if y > 4 then y + 7 else y) xs
-- ---
-- before if-convert (Imp)
entry main (xs_mem: [n]i32) do
  var map_mem: mem i32
  map_mem <- alloc i32 n
  kernel (gid < n) do
    var x: i32
    x <- xs_mem[gid]
    var mul: i32
    mul <- mul_i32(x, 3i32)
    var gt: bool
    gt <- lt_i32(4i32, mul)
    var branch: i32
    if gt then
      var add: i32
      add <- add_i32(mul, 7i32)
      branch <- add
    else
      branch <- mul
    fi
    map_mem[gid] <- branch
  done
return ([n]i32 @map_mem)

-- after if-convert (Imp)
entry main (xs_mem: [n]i32) do
  var map_mem: mem i32
  map_mem <- alloc i32 n
  kernel (gid < n) do
    var x: i32
    x <- xs_mem[gid]
    var mul: i32
    mul <- mul_i32(x, 3i32)
    var gt: bool
    gt <- lt_i32(4i32, mul)
    var branch: i32
    var add: i32
    add <- add_i32(mul, 7i32)
    branch <- select(gt, add, mul)
    map_mem[gid] <- branch
  done
return ([n]i32 @map_mem)
