-- A column has the distance of rows between its elements.
entry main [n][m] (xss: *[n][m]i64) =
  loop xss for j < m do xss with [:, j] = map (* j) (iota n)
-- ---
-- before short-circuit (FunMem)
entry main as main (n: i64,
  m: i64,
  xss_mem: mem,
  xss: [n][m]i64 @xss_mem -> 0 + {(n : m) (m : 1)}) : (result_mem: mem,
  result: [n][m]i64 @result_mem -> 0 + {(n : m) (m : 1)}) =
  let acc: [n][m]i64 @xss_mem -> 0 + {(n : m) (m : 1)} = loop (acc_2: [n][m]i64 @xss_mem -> 0 + {(n : m) (m : 1)} = xss) for j: i64 < m do {
    let map_mem: mem = alloc_i64(n)
    let map: *[n]i64 @map_mem -> 0 + {(n : 1)} = segmap (gid < n) {
      let x: i64 = gid
      let mul: i64 = mul_i64(x, j)
      return (mul)
    }
    let updated: [n][m]i64 @xss_mem -> 0 + {(n : m) (m : 1)} = acc_2 with [0i64:+n*1i64,
      j] = map
    in (updated)
  }
  in (xss_mem, acc)

-- after short-circuit (FunMem)
entry main as main (n: i64,
  m: i64,
  xss_mem: mem,
  xss: [n][m]i64 @xss_mem -> 0 + {(n : m) (m : 1)}) : (result_mem: mem,
  result: [n][m]i64 @result_mem -> 0 + {(n : m) (m : 1)}) =
  let acc: [n][m]i64 @xss_mem -> 0 + {(n : m) (m : 1)} = loop (acc_2: [n][m]i64 @xss_mem -> 0 + {(n : m) (m : 1)} = xss) for j: i64 < m do {
    let map: *[n]i64 @xss_mem -> j + {(n : m)} = segmap (gid < n) {
      let x: i64 = gid
      let mul: i64 = mul_i64(x, j)
      return (mul)
    }
    let updated: [n][m]i64 @xss_mem -> 0 + {(n : m) (m : 1)} = acc_2 with [0i64:+n*1i64,
      j] = map
    in (updated)
  }
  in (xss_mem, acc)
