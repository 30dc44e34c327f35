-- A histogram.
entry main [n] (is: [n]i64) (xs: [n]i32) = hist (+) 0 10 is xs
-- ---
-- before flatten (Anf)
entry main as main (n: i64, is: [n]i64, xs: [n]i32) : (result: [10i64]i32) =
  let replicate: [10i64]i32 = replicate([10i64], 0i32)
  let hist: [10i64]i32 = hist n [is, xs]
    bins 10i64 of [replicate] by \(x: i32, x_2: i32) : (i32) -> {
      let add: i32 = add_i32(x, x_2)
      in (add)
    } from (0i32)
    \(x_3: i64, x_4: i32) : (i64, i32) -> {
      in (x_3, x_4)
    }
  in (hist)

-- after flatten (Seg)
entry main as main (n: i64, is: [n]i64, xs: [n]i32) : (result: [10i64]i32) =
  let replicate: [10i64]i32 = replicate([10i64], 0i32)
  let hist: [10i64]i32 = seghist (gid < n)
    bins 10i64 of [replicate] by \(x: i32, x_2: i32) : (i32) -> {
      let add: i32 = add_i32(x, x_2)
      in (add)
    } from (0i32) {
    let x_3: i64 = is[gid]
    let x_4: i32 = xs[gid]
    return (x_3, x_4)
  }
  in (hist)
