-- Reads of an iota and of a replicate become scalars.
entry main (i: i64) = (iota 10)[i] + (replicate 10 3)[i]
-- ---
-- before simplify (Anf)
entry main as main (i: i64) : (result: i64) =
  let le: bool = le_i64(0i64, 10i64)
  let cert: cert = assert le ("Range 0..1..<", 10i64, " is invalid.") at [main.fut:2:24-30,
    main.fut:2:24-30]
  let iota: [10i64]i64 = <cert> iota_i64(10i64, 0i64, 1i64)
  let result_2: [10i64]i64 = iota
  let le_2: bool = le_i64(0i64, i)
  let lt: bool = lt_i64(i, 10i64)
  let logand: bool = logand_bool(le_2, lt)
  let cert_2: cert = assert logand ("Index [",
    i,
    "] out of bounds for array of shape ",
    "[",
    10i64,
    "]",
    ".") at [main.fut:2:23-34]
  let elem: i64 = <cert_2> result_2[i]
  let le_3: bool = le_i64(0i64, 10i64)
  let cert_3: cert = assert le_3 ("Number of elements ", 10i64, " is negative.") at [main.fut:2:39-52,
    main.fut:2:39-52]
  let replicate: [10i64]i64 = <cert_3> replicate([10i64], 3i64)
  let result_3: [10i64]i64 = replicate
  let le_4: bool = le_i64(0i64, i)
  let lt_2: bool = lt_i64(i, 10i64)
  let logand_2: bool = logand_bool(le_4, lt_2)
  let cert_4: cert = assert logand_2 ("Index [",
    i,
    "] out of bounds for array of shape ",
    "[",
    10i64,
    "]",
    ".") at [main.fut:2:38-56]
  let elem_2: i64 = <cert_4> result_3[i]
  let add: i64 = add_i64(elem, elem_2)
  in (add)

-- after simplify (Anf)
entry main as main (i: i64) : (result: i64) =
  let le: bool = le_i64(0i64, i)
  let lt: bool = lt_i64(i, 10i64)
  let logand: bool = logand_bool(le, lt)
  let cert: cert = assert logand ("Index [",
    i,
    "] out of bounds for array of shape ",
    "[",
    10i64,
    "]",
    ".") at [main.fut:2:23-34]
  let elem: i64 = <cert> i
  let add: i64 = add_i64(elem, 3i64)
  in (add)
