-- Rows: a nest of maps.
entry main [n][m] (xss: [n][m]i32) : [][m]i32 = xss[1:] ++ xss[:1] ++ xss[0:2]
-- ---
-- before gather-slices (Anf)
entry main as main (n: i64, m: i64, xss: [n][m]i32) : (k: i64,
  result: [k][m]i32) =
  let sub: i64 = sub_i64(n, 1i64)
  let le: bool = le_i64(1i64, n)
  let cert: cert = assert le ("Index [",
    1i64,
    ":",
    "] out of bounds for array of shape ",
    "[",
    n,
    "]",
    ".") at [main.fut:2:49-55]
  let slice: [sub][m]i32 = <cert> xss[1i64:+sub*1i64, 0i64:+m*1i64]
  let slice_2: [1i64][m]i32 = <cert> xss[0i64:+1i64*1i64, 0i64:+m*1i64]
  let concat: [n][m]i32 = concat(n, [slice, slice_2])
  let le_2: bool = le_i64(2i64, n)
  let cert_2: cert = assert le_2 ("Index [",
    0i64,
    ":",
    2i64,
    "] out of bounds for array of shape ",
    "[",
    n,
    "]",
    ".") at [main.fut:2:71-78]
  let slice_3: [2i64][m]i32 = <cert_2> xss[0i64:+2i64*1i64, 0i64:+m*1i64]
  let add: i64 = add_i64(n, 2i64)
  let concat_2: [add][m]i32 = concat(add, [concat, slice_3])
  in (add, concat_2)

-- after gather-slices (Anf)
entry main as main (n: i64, m: i64, xss: [n][m]i32) : (k: i64,
  result: [k][m]i32) =
  let sub: i64 = sub_i64(n, 1i64)
  let le: bool = le_i64(1i64, n)
  let cert: cert = assert le ("Index [",
    1i64,
    ":",
    "] out of bounds for array of shape ",
    "[",
    n,
    "]",
    ".") at [main.fut:2:49-55]
  let slice: [sub][m]i32 = <cert> xss[1i64:+sub*1i64, 0i64:+m*1i64]
  let slice_2: [1i64][m]i32 = <cert> xss[0i64:+1i64*1i64, 0i64:+m*1i64]
  let numbers: [n]i64 = iota_i64(n, 0i64, 1i64)
  let concat: [n][m]i32 = map n [numbers]
    \(i: i64) : ([m]i32) -> {
      let numbers_2: [m]i64 = iota_i64(m, 0i64, 1i64)
      let element: [m]i32 = map m [numbers_2]
        \(i_2: i64) : (i32) -> {
          let inside: bool = lt_i64(i, sub)
          let element_2: i32 = if inside then {
            let element_3: i32 = slice[i, i_2]
            in (element_3)
          } else {
            let t: i64 = sub_i64(i, sub)
            let element_4: i32 = slice_2[t, i_2]
            in (element_4)
          }
          in (element_2)
        }
      in (element)
    }
  let le_2: bool = le_i64(2i64, n)
  let cert_2: cert = assert le_2 ("Index [",
    0i64,
    ":",
    2i64,
    "] out of bounds for array of shape ",
    "[",
    n,
    "]",
    ".") at [main.fut:2:71-78]
  let slice_3: [2i64][m]i32 = <cert_2> xss[0i64:+2i64*1i64, 0i64:+m*1i64]
  let add: i64 = add_i64(n, 2i64)
  let concat_2: [add][m]i32 = concat(add, [concat, slice_3])
  in (add, concat_2)
