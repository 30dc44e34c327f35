-- A stream without writes is its destination.
entry main [n] (xs: *[n]i64) = intrinsics.scatter_stream xs (\acc _ -> acc) (iota 10)
-- ---
-- before remove-dead (Anf)
entry main as main (n: i64, xs: [n]i64) : (result: [n]i64) =
  let iota: [10i64]i64 = iota_i64(10i64, 0i64, 1i64)
  let acc: [n]i64 = stream 10i64 [iota] to [xs]
    \(x: i64, x_2: [n]i64) : ([n]i64) -> {
      in (x_2)
    }
  in (acc)

-- after remove-dead (Anf)
entry main as main (n: i64, xs: [n]i64) : (result: [n]i64) =
  let acc: [n]i64 = xs
  in (acc)
