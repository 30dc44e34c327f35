-- Cases for all constructors, and one for all numbers.
type t = #a | #b i32
entry main (b: bool) (x: i32) = let v: t = if b then #a else #b x in match v case #a -> 0 case #b 0 -> 1 case #b n -> n
-- ---
-- before check-exhaustive (Typed)
entry main (b: bool) (x: i32): i32 =
  let v: #a | #b i32 = if b then #a else #b x
  in match v
     case #a -> 0i32
     case #b (0i32) -> 1i32
     case #b (n: i32) -> n

-- after check-exhaustive (Typed)
the same
