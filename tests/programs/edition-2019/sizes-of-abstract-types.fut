-- The sizes of values of abstract types are checked when the program runs.
-- ==
-- input { 1 1 } output { [0] }
-- input { 1 2 } error: .
-- ==
-- entry: member
-- input { 2 } output { 3 }
-- input { 3 } error: .

module sized (P: { type vec [n] val mk: i32 -> vec [] }) = {
  let make (n: i32) (x: i32): P.vec [n] = P.mk x
}

module vectors = sized {
  type vec [n] = [n]i32
  let mk (n: i32) = replicate n 0
}

let main (n: i32) (x: i32) = vectors.make n x

-- A module may promise an array of a more special size than its module type.
module using (P: { val sum: [2]i32 -> i32 }) = { let of (n: i32) = P.sum (iota n) }
module used (P: { val n: i32 }) (Q: { val sum: [P.n]i32 -> i32 }) = { let of (xs: []i32) = Q.sum xs }
module two = used { let n = 2 } { let sum (xs: [2]i32) = xs[0] + xs[1] }

entry member (n: i32) = two.of (1..2...n)
