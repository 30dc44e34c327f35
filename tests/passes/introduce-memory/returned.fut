-- An array that is returned, and so is in row-major order. One way leaves it in another order, and copies it; the other
-- one makes it where it is returned.
entry main [n] (c: bool) (xss: [n][n]i32) : [n][n]i32 =
  if c then map (map (+ 1)) xss else transpose (map (map (* 2)) xss)
-- ---
-- before introduce-memory (Seg)
entry main as main (n: i64, c: bool, xss: [n][n]i32) : (result: [n][n]i32) =
  let branch: [n][n]i32 = if c then {
    let map: [n][n]i32 = segmap (gid < n, gid_2 < n) {
      let x: [n]i32 = xss[gid, 0i64:+n*1i64]
      let x_2: i32 = x[gid_2]
      let add: i32 = add_i32(x_2, 1i32)
      return (add)
    }
    in (map)
  } else {
    let map_2: [n][n]i32 = segmap (gid_3 < n, gid_4 < n) {
      let x_3: [n]i32 = xss[gid_3, 0i64:+n*1i64]
      let x_4: i32 = x_3[gid_4]
      let mul: i32 = mul_i32(x_4, 2i32)
      return (mul)
    }
    let transpose: [n][n]i32 = rearrange([1, 0], map_2)
    in (transpose)
  }
  in (branch)

-- after introduce-memory (FunMem)
entry main as main (n: i64,
  c: bool,
  xss_mem: mem,
  xss: [n][n]i32 @xss_mem -> 0 + {(n : n) (n : 1)}) : (result_mem: mem,
  result: [n][n]i32 @result_mem -> 0 + {(n : n) (n : 1)}) =
  let branch_mem: mem = alloc_i32(n·n)
  let branch: [n][n]i32 @branch_mem -> 0 + {(n : n) (n : 1)} = if c then {
    let map_mem: mem = alloc_i32(n·n)
    let map: *[n][n]i32 @map_mem -> 0 + {(n : n) (n : 1)} = segmap (gid < n,
      gid_2 < n) {
      let x: [n]i32 @xss_mem -> gid·n + {(n : 1)} = xss[gid, 0i64:+n*1i64]
      let x_2: i32 = x[gid_2]
      let add: i32 = add_i32(x_2, 1i32)
      return (add)
    }
    let map_2: *[n][n]i32 @branch_mem -> 0 + {(n : n) (n : 1)} = copy(map)
    in (map_2)
  } else {
    let map_mem_2: mem = alloc_i32(n·n)
    let map_3: *[n][n]i32 @map_mem_2 -> 0 + {(n : n) (n : 1)} = segmap (gid_3 < n,
      gid_4 < n) {
      let x_3: [n]i32 @xss_mem -> gid_3·n + {(n : 1)} = xss[gid_3, 0i64:+n*1i64]
      let x_4: i32 = x_3[gid_4]
      let mul: i32 = mul_i32(x_4, 2i32)
      return (mul)
    }
    let transpose: [n][n]i32 @map_mem_2 -> 0 + {(n : 1) (n : n)} = rearrange([1,
      0], map_3)
    let transpose_2: *[n][n]i32 @branch_mem -> 0 + {(n : n) (n : 1)} = copy(transpose)
    in (transpose_2)
  }
  in (branch_mem, branch)
