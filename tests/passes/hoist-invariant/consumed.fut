-- An array that an iteration overwrites is made anew in each.
entry main (n: i64) = map (\i -> (copy (replicate 3 0i64) with [0] = i)[0]) (iota n)
-- ---
-- before hoist-invariant (Anf)
entry main as main (n: i64) : (result: [n]i64) =
  let le: bool = le_i64(0i64, n)
  let cert: cert = assert le ("Range 0..1..<", n, " is invalid.") at [main.fut:2:78-83,
    main.fut:2:78-83]
  let iota: [n]i64 = <cert> iota_i64(n, 0i64, 1i64)
  let map: [n]i64 = map n [iota]
    \(x: i64) : (i64) -> {
      let elem: i64 = x
      in (elem)
    }
  in (map)

-- after hoist-invariant (Anf)
the same
