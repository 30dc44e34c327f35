-- A map becomes a kernel that writes flat memory.
entry main [n] (xs: [n]i32) = map (+ 1) xs
-- ---
-- before to-imp (FunMem)
entry main as main (n: i64,
  xs_mem: mem,
  xs: [n]i32 @xs_mem -> 0 + {(n : 1)}) : (result_mem: mem,
  result: [n]i32 @result_mem -> 0 + {(n : 1)}) =
  let map_mem: mem = alloc_i32(n)
  let map: *[n]i32 @map_mem -> 0 + {(n : 1)} = segmap (gid < n) {
    let x: i32 = xs[gid]
    let add: i32 = add_i32(x, 1i32)
    return (add)
  }
  in (map_mem, map)

-- after to-imp (Imp)
entry main (xs_mem: [n]i32) do
  var map_mem: mem i32
  map_mem <- alloc i32 n
  kernel (gid < n) do
    var x: i32
    x <- xs_mem[gid]
    var add: i32
    add <- add_i32(x, 1i32)
    map_mem[gid] <- add
  done
return ([n]i32 @map_mem)
