-- An abbreviation may stand for a type of functions. A module type then specifies a lifted type.
-- ==
-- input { 3 } output { 5 4 4 [0, 0, 0] }

module type has_t = {
  type ^t
  val value: t
  val apply: t -> i32 -> i32
}

module adding: has_t = {
  type u = i32 -> i32
  type t = u
  let value = (+ 2)
  let apply f x = f x
}

module number: has_t = {
  type t = i32
  let value = 1
  let apply = (+)
}

type zeros = (n: i32) -> [n]i32

let zeros: zeros = \n -> replicate n 0

let main (x: i32) = (adding.apply adding.value x, number.apply number.value x, (\(f: adding.t) -> adding.apply f (x - 1)) adding.value, zeros x)
