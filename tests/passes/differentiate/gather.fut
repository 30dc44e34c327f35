-- A free array that is read at any index: the way back adds to an accumulator.
entry main [n][m] (xs: [n]f64) (is: [m]i64) (ys': [m]f64): [n]f64 =
  vjp (\(xs: [n]f64) -> map (\i -> #[unsafe] xs[i] * xs[i]) is) xs ys'
-- ---
-- before differentiate (Anf)
entry main as main (n: i64,
  m: i64,
  xs: [n]f64,
  is: [m]i64,
  ys': [m]f64) : (result: [n]f64) =
  let d: [m]f64, d_2: [n]f64 = vjp (xs) by (ys')
    \(x: [n]f64) : ([m]f64) -> {
      let map: [m]f64 = map m [is]
        \(x_2: i64) : (f64) -> {
          let le: bool = le_i64(0i64, x_2)
          let lt: bool = lt_i64(x_2, n)
          let logand: bool = logand_bool(le, lt)
          let cert: cert = assert logand ("Index [",
            x_2,
            "] out of bounds for array of shape ",
            "[",
            n,
            "]",
            ".") at [main.fut:3:46-50, main.fut:3:25-62, main.fut:3:3-70]
          let elem: f64 = <cert> x[x_2]
          let mul: f64 = mul_f64(elem, elem)
          in (mul)
        }
      in (map)
    }
  in (d_2)

-- after differentiate (Anf)
entry main as main (n: i64,
  m: i64,
  xs: [n]f64,
  is: [m]i64,
  ys': [m]f64) : (result: [n]f64) =
  let x: [n]f64 = xs
  let map: [m]f64 = map m [is]
    \(x_2: i64) : (f64) -> {
      let le: bool = le_i64(0i64, x_2)
      let lt: bool = lt_i64(x_2, n)
      let logand: bool = logand_bool(le, lt)
      let cert: cert = assert logand ("Index [",
        x_2,
        "] out of bounds for array of shape ",
        "[",
        n,
        "]",
        ".") at [main.fut:3:46-50, main.fut:3:25-62, main.fut:3:3-70]
      let elem: f64 = <cert> x[x_2]
      let mul: f64 = mul_f64(elem, elem)
      in (mul)
    }
  let zeros: [n]f64 = replicate([n], 0.0f64)
  let sums: [n]f64 = stream m [is, ys'] to [zeros]
    commutative \(x_3: f64, y: f64) : (f64) -> {
      let add: f64 = add_f64(x_3, y)
      in (add)
    } from (0.0f64)
    \(x_4: i64, adj: f64, acc: [n]f64) : ([n]f64) -> {
      let le_2: bool = le_i64(0i64, x_4)
      let lt_2: bool = lt_i64(x_4, n)
      let logand_2: bool = logand_bool(le_2, lt_2)
      let cert_2: cert = assert logand_2 ("Index [",
        x_4,
        "] out of bounds for array of shape ",
        "[",
        n,
        "]",
        ".") at [main.fut:3:46-50, main.fut:3:25-62, main.fut:3:3-70]
      let elem_2: f64 = <cert_2> x[x_4]
      let mul_2: f64 = mul_f64(elem_2, elem_2)
      let mul_3: f64 = mul_f64(elem_2, adj)
      let mul_4: f64 = mul_f64(elem_2, adj)
      let add_2: f64 = add_f64(mul_3, mul_4)
      let acc_2: [n]f64 = <cert_2> accumulate [acc] at x_4 < n (add_2)
        \(x_5: f64, y_2: f64) : (f64) -> {
          let add_3: f64 = <cert_2> add_f64(x_5, y_2)
          in (add_3)
        }
      in (acc_2)
    }
  let part: [n]f64 = sums[0i64:+n*1i64]
  let d: [m]f64 = map
  let d_2: [n]f64 = part
  in (d_2)
