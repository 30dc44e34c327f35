-- The first largest element has the adjoint of a maximum.
entry main [n] (xs: [n]f64) : [n]f64 = vjp f64.maximum xs 1
-- ---
-- before differentiate (Anf)
entry main as main (n: i64, xs: [n]f64) : (result: [n]f64) =
  let d: f64, d_2: [n]f64 = vjp (xs) by (1.0f64)
    \(x: [n]f64) : (f64) -> {
      let red: f64 = reduce n [x]
        commutative \(x_2: f64, x_3: f64) : (f64) -> {
          let max: f64 = max_f64(x_2, x_3)
          in (max)
        } from (-f64.inf)
        \(x_4: f64) : (f64) -> {
          in (x_4)
        }
      in (red)
    }
  in (d_2)

-- after differentiate (Anf)
entry main as main (n: i64, xs: [n]f64) : (result: [n]f64) =
  let x: [n]f64 = xs
  let red: f64 = reduce n [x]
    commutative \(x_2: f64, x_3: f64) : (f64) -> {
      let max: f64 = max_f64(x_2, x_3)
      in (max)
    } from (-f64.inf)
    \(x_4: f64) : (f64) -> {
      in (x_4)
    }
  let is: [n]i64 = iota_i64(n, 0i64, 1i64)
  let first: i64 = reduce n [is, x]
    commutative \(x_5: i64, x_6: i64) : (i64) -> {
      let min: i64 = min_i64(x_5, x_6)
      in (min)
    } from (n)
    \(x_7: i64, x_8: f64) : (i64) -> {
      let eq: bool = eq_f64(x_8, red)
      let choice: i64 = if eq then {
        in (x_7)
      } else {
        in (n)
      }
      in (choice)
    }
  let eq_2: bool = eq_f64(red, -f64.inf)
  let choice_2: i64 = if eq_2 then {
    in (n)
  } else {
    in (first)
  }
  let adj: [n]f64 = map n [is]
    \(x_9: i64) : (f64) -> {
      let eq_3: bool = eq_i64(x_9, choice_2)
      let choice_3: f64 = if eq_3 then {
        in (1.0f64)
      } else {
        in (0.0f64)
      }
      in (choice_3)
    }
  let d: f64 = red
  let d_2: [n]f64 = adj
  in (d_2)
