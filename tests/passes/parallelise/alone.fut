-- A kernel that prints has no tasks. A reduction has.
entry main [n] (xs: [n]i64) : ([n]i64, i64) = (map (\x -> #[trace(x)] x + 1) xs, i64.sum xs)
-- ---
-- before parallelise (Lanes)
entry main (xs_mem: [n]i64) do
  var map_mem: mem i64
  map_mem <- alloc i64 n
  var red: i64
  reduce (red) <- gid < n from (0i64) do
    var x: i64
    x <- xs_mem[gid]
    var add: i64
    add <- add_i64(x, 1i64)
    trace "x" "0" (add)
    map_mem[gid] <- add
  give (x)
  op (x_2: i64, x_3: i64)
    var add_2: i64
    add_2 <- add_i64(x_2, x_3)
  give (add_2)
return ([n]i64 @map_mem, red)

-- after parallelise (Lanes)
the same
