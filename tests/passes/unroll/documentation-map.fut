-- The second example of the documentation.
-- Documentation:
-- xs = map f [a, b]; xs[0] + xs[1]     becomes     f a + f b
--
-- Written out:
-- array = [a, b] xs = map 2 [array] \(x: i32) : (i32) -> { mul = mul_i32(x, x) in (mul) } elem = xs[0]; elem_2 = xs[1]; add = add_i32(elem, elem_2)
-- becomes
-- array = [a, b] x = array[0]; mul = mul_i32(x, x); x_2 = array[1]; mul_2 = mul_i32(x_2, x_2); xs = [mul, mul_2]; elem = xs[0]; elem_2 = xs[1]; add = add_i32(elem, elem_2)
--
entry main (a: i32) (b: i32) = let xs = map (\x -> x * x) [a, b] in xs[0] + xs[1]
-- ---
-- before unroll (Anf)
entry main as main (a: i32, b: i32) : (result: i32) =
  let array: [2i64]i32 = [a, b]
  let map: [2i64]i32 = map 2i64 [array]
    \(x: i32) : (i32) -> {
      let mul: i32 = mul_i32(x, x)
      in (mul)
    }
  let elem: i32 = map[0i64]
  let elem_2: i32 = map[1i64]
  let add: i32 = add_i32(elem, elem_2)
  in (add)

-- after unroll (Anf)
entry main as main (a: i32, b: i32) : (result: i32) =
  let array: [2i64]i32 = [a, b]
  let x: i32 = array[0i64]
  let mul: i32 = mul_i32(x, x)
  let x_2: i32 = array[1i64]
  let mul_2: i32 = mul_i32(x_2, x_2)
  let map: [2i64]i32 = [mul, mul_2]
  let elem: i32 = map[0i64]
  let elem_2: i32 = map[1i64]
  let add: i32 = add_i32(elem, elem_2)
  in (add)
