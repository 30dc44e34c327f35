-- A constant stands in front of the body of each function that needs it.
def xs = map (* 2) [1, 2, 3]
entry main (i: i64) = xs[i]
-- ---
-- before inline (Anf)
entry main as main (i: i64) : (result: i32) =
  let le: bool = le_i64(0i64, i)
  let lt: bool = lt_i64(i, 3i64)
  let logand: bool = logand_bool(le, lt)
  let cert: cert = assert logand ("Index [",
    i,
    "] out of bounds for array of shape ",
    "[",
    3i64,
    "]",
    ".") at [main.fut:3:23-27]
  let elem: i32 = <cert> map[i]
  in (elem)

-- after inline (Anf)
entry main as main (i: i64) : (result: i32) =
  let array: [3i64]i32 = [1i32, 2i32, 3i32]
  let map: [3i64]i32 = map 3i64 [array]
    \(x: i32) : (i32) -> {
      let mul: i32 = mul_i32(x, 2i32)
      in (mul)
    }
  let le: bool = le_i64(0i64, i)
  let lt: bool = lt_i64(i, 3i64)
  let logand: bool = logand_bool(le, lt)
  let cert: cert = assert logand ("Index [",
    i,
    "] out of bounds for array of shape ",
    "[",
    3i64,
    "]",
    ".") at [main.fut:3:23-27]
  let elem: i32 = <cert> map[i]
  in (elem)
