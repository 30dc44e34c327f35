-- A function is not split if its size takes more than constant time.
-- show: f main
def f [n] (xs: [n]bool) = replicate (i64.sum (map i64.bool xs)) true
entry main [n] (xs: [n]bool) = f xs
-- ---
-- before slice-sizes (Anf)
fun f (n: i64, xs: [n]bool) : (k: i64, result: [k]bool) =
  let map: [n]i64 = map n [xs]
    \(x: bool) : (i64) -> {
      let conv: i64 = i64_of_bool(x)
      in (conv)
    }
  let result_2: i64 = sum(n, map)
  let result_3: [result_2]bool = replicate(result_2, true)
  in (result_2, result_3)

entry main as main (n_2: i64, xs_2: [n_2]bool) : (k_2: i64, result_4: [k_2]bool) =
  let k_3: i64, result_5: [k_3]bool = f(n_2, xs_2)
  in (k_3, result_5)

-- after slice-sizes (Anf)
the same
