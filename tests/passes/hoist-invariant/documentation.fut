-- The example of the documentation.
-- Documentation:
-- map (\i -> let s = reduce (+) 0 xs in i * s) is
-- becomes
-- s = if 0 < n then reduce (+) 0 xs else 0; map (\i -> i * s) is
--
-- Written out:
-- map m [is] \(x: i32) : (i32) -> { s = reduce n [xs] … mul = mul_i32(x, s)
-- becomes
-- some = lt_i64(0, m); s = if some then { red_2 = reduce n [xs] … in (red_2) } else { in (0) } … map m [is] \(x_4: i32) : (i32) -> { mul = mul_i32(x_4, s) in (mul) }
--
entry main [n] [m] (xs: [n]i32) (is: [m]i32) = map (\i -> let s = reduce (+) 0 xs in i * s) is
-- ---
-- before hoist-invariant (Anf)
entry main as main (n: i64, m: i64, xs: [n]i32, is: [m]i32) : (result: [m]i32) =
  let map: [m]i32 = map m [is]
    \(x: i32) : (i32) -> {
      let red: i32 = reduce n [xs]
        \(x_2: i32, x_3: i32) : (i32) -> {
          let add: i32 = add_i32(x_2, x_3)
          in (add)
        } from (0i32)
        \(x_4: i32) : (i32) -> {
          in (x_4)
        }
      let mul: i32 = mul_i32(x, red)
      in (mul)
    }
  in (map)

-- after hoist-invariant (Anf)
entry main as main (n: i64, m: i64, xs: [n]i32, is: [m]i32) : (result: [m]i32) =
  let some: bool = lt_i64(0i64, m)
  let red: i32 = if some then {
    let red_2: i32 = reduce n [xs]
      \(x: i32, x_2: i32) : (i32) -> {
        let add: i32 = add_i32(x, x_2)
        in (add)
      } from (0i32)
      \(x_3: i32) : (i32) -> {
        in (x_3)
      }
    in (red_2)
  } else {
    in (0i32)
  }
  let map: [m]i32 = map m [is]
    \(x_4: i32) : (i32) -> {
      let mul: i32 = mul_i32(x_4, red)
      in (mul)
    }
  in (map)
