-- The example of the documentation.
entry main (c: bool) (p: i64) (x: i32) (y: i32) = let b: []i32 = if c then replicate p x else replicate p y in (length b, b)
-- ---
-- before simplify-shapes (Anf)
entry main as main (c: bool, p: i64, x: i32, y: i32) : (result: i64, result_2: [p]i32) =
  let branch: [p]i32 = if c then {
    let le: bool = le_i64(0i64, p)
    let cert: cert = assert le ("Number of elements ", p, " is negative.") at [main.fut:2:76-88,
      main.fut:2:76-88]
    let replicate: [p]i32 = <cert> replicate([p], x)
    in (replicate)
  } else {
    let le_2: bool = le_i64(0i64, p)
    let cert_2: cert = assert le_2 ("Number of elements ", p, " is negative.") at [main.fut:2:76-88,
      main.fut:2:95-107]
    let replicate_2: [p]i32 = <cert_2> replicate([p], y)
    in (replicate_2)
  }
  in (p, branch)

-- after simplify-shapes (Anf)
the same
