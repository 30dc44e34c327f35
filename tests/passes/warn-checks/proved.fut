-- An index that is always in bounds, and what the program asserts itself.
entry main [n] (xs: [n]i32) (x: i32) = #[warn(safety_checks)] map (\i -> assert (xs[i] < x) x) (iota n)
-- ---
-- before warn-checks (Anf)
entry main as main (n: i64, xs: [n]i32, x: i32) : (result: [n]i32) =
  let iota: [n]i64 = iota_i64(n, 0i64, 1i64)
  let map: [n]i32 = map n [iota]
    \(x_2: i64) : (i32) -> {
      let elem: i32 = xs[x_2]
      let lt: bool = lt_i32(elem, x)
      let cert: cert = assert lt ("Assertion is false: (xs[i] < x)") at [main.fut:2:74-93,
        main.fut:2:63-103]
      let asserted: i32 = <cert> x
      in (asserted)
    }
  in (map)

-- after warn-checks (Anf)
the same
