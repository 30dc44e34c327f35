-- A read of an iota, and one of a replicate.
entry main (n: i64) (i: i64) = #[unsafe] (iota n)[i] + (replicate n 3)[i]
-- ---
-- before simplify (Anf)
entry main as main (n: i64, i: i64) : (result: i64) =
  let le: bool = le_i64(0i64, n)
  let cert: cert = assert le ("Range 0..1..<", n, " is invalid.") at [main.fut:2:43-48,
    main.fut:2:43-48]
  let iota: [n]i64 = <cert> iota_i64(n, 0i64, 1i64)
  let result_2: [n]i64 = iota
  let le_2: bool = le_i64(0i64, i)
  let lt: bool = lt_i64(i, n)
  let logand: bool = logand_bool(le_2, lt)
  let cert_2: cert = assert logand ("Index [",
    i,
    "] out of bounds for array of shape ",
    "[",
    n,
    "]",
    ".") at [main.fut:2:42-52]
  let elem: i64 = <cert_2> result_2[i]
  let le_3: bool = le_i64(0i64, n)
  let cert_3: cert = assert le_3 ("Number of elements ", n, " is negative.") at [main.fut:2:57-69,
    main.fut:2:57-69]
  let replicate: [n]i64 = <cert_3> replicate([n], 3i64)
  let result_3: [n]i64 = replicate
  let le_4: bool = le_i64(0i64, i)
  let lt_2: bool = lt_i64(i, n)
  let logand_2: bool = logand_bool(le_4, lt_2)
  let cert_4: cert = assert logand_2 ("Index [",
    i,
    "] out of bounds for array of shape ",
    "[",
    n,
    "]",
    ".") at [main.fut:2:56-73]
  let elem_2: i64 = <cert_4> result_3[i]
  let add: i64 = add_i64(elem, elem_2)
  in (add)

-- after simplify (Anf)
entry main as main (n: i64, i: i64) : (result: i64) =
  let le: bool = le_i64(0i64, n)
  let cert: cert = assert le ("Range 0..1..<", n, " is invalid.") at [main.fut:2:43-48,
    main.fut:2:43-48]
  let le_2: bool = le_i64(0i64, i)
  let lt: bool = lt_i64(i, n)
  let logand: bool = logand_bool(le_2, lt)
  let cert_2: cert = assert logand ("Index [",
    i,
    "] out of bounds for array of shape ",
    "[",
    n,
    "]",
    ".") at [main.fut:2:42-52]
  let elem: i64 = <cert_2, cert> i
  let add: i64 = add_i64(elem, 3i64)
  in (add)
