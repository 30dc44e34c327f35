-- Each thread computes its row in the block of the result.
entry main (n: i64) (m: i64) =
  tabulate n (\i -> loop row = replicate m 0 for j < m do row with [j] = (if j > 0 then row[j - 1] else 0) + i)
-- ---
-- before short-circuit (FunMem)
entry main as main (n: i64, m: i64) : (result_mem: mem,
  result: [n][m]i64 @result_mem -> 0 + {(n : m) (m : 1)}) =
  let le: bool = le_i64(0i64, n)
  let cert: cert = assert le ("Range 0..1..<", n, " is invalid.") at [main.fut:3:3-111,
    /prelude/array.fut:117:57-62]
  let t: bool = le_i64(0i64, m)
  let t_2: bool = le_i64(n, 0i64)
  let t_3: bool = logor_bool(t_2, t)
  let cert_2: cert = assert t_3 ("Number of elements ", m, " is negative.") at [main.fut:3:32-44,
    main.fut:3:32-44]
  let map_mem: mem = alloc_i64(m·n)
  let map: *[n][m]i64 @map_mem -> 0 + {(n : m) (m : 1)} = <cert_2> segmap (gid < n) {
    let x: i64 = gid
    let replicate_mem: mem = alloc_i64(m)
    let replicate: *[m]i64 @replicate_mem -> 0 + {(m : 1)} = replicate([m], 0i64)
    let acc: [m]i64 @replicate_mem -> 0 + {(m : 1)} = loop (acc_2: [m]i64 @replicate_mem -> 0 + {(m : 1)} = replicate) for j: i64 < m do {
      let gt: bool = lt_i64(0i64, j)
      let branch: i64 = if gt then {
        let sub: i64 = sub_i64(j, 1i64)
        let elem: i64 = acc_2[sub]
        in (elem)
      } else {
        in (0i64)
      }
      let add: i64 = add_i64(branch, x)
      let updated: [m]i64 @replicate_mem -> 0 + {(m : 1)} = acc_2 with [j] = add
      in (updated)
    }
    return (acc)
  }
  in (map_mem, map)

-- after short-circuit (FunMem)
entry main as main (n: i64, m: i64) : (result_mem: mem,
  result: [n][m]i64 @result_mem -> 0 + {(n : m) (m : 1)}) =
  let le: bool = le_i64(0i64, n)
  let cert: cert = assert le ("Range 0..1..<", n, " is invalid.") at [main.fut:3:3-111,
    /prelude/array.fut:117:57-62]
  let t: bool = le_i64(0i64, m)
  let t_2: bool = le_i64(n, 0i64)
  let t_3: bool = logor_bool(t_2, t)
  let cert_2: cert = assert t_3 ("Number of elements ", m, " is negative.") at [main.fut:3:32-44,
    main.fut:3:32-44]
  let map_mem: mem = alloc_i64(m·n)
  let map: *[n][m]i64 @map_mem -> 0 + {(n : m) (m : 1)} = <cert_2> segmap (gid < n) {
    let x: i64 = gid
    let replicate: *[m]i64 @map_mem -> gid·m + {(m : 1)} = replicate([m], 0i64)
    let acc: [m]i64 @map_mem -> gid·m + {(m : 1)} = loop (acc_2: [m]i64 @map_mem -> gid·m + {(m : 1)} = replicate) for j: i64 < m do {
      let gt: bool = lt_i64(0i64, j)
      let branch: i64 = if gt then {
        let sub: i64 = sub_i64(j, 1i64)
        let elem: i64 = acc_2[sub]
        in (elem)
      } else {
        in (0i64)
      }
      let add: i64 = add_i64(branch, x)
      let updated: [m]i64 @map_mem -> gid·m + {(m : 1)} = acc_2 with [j] = add
      in (updated)
    }
    return (acc)
  }
  in (map_mem, map)
