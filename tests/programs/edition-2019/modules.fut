-- Modules, and parametric modules.
-- ==
-- input { 1f32 2f32 } output { 4f32 8f32 }

module type addable = {
  type t
  val add: t -> t -> t
}

module vec = {
  type t = (f32, f32)
  let add (a: t) (b: t): t = let (a1, a2) = a in let (b1, b2) = b in (a1 + b1, a2 + b2)
}

module times (M: addable) = {
  let times (x: M.t) (k: i32): M.t = loop y = x for _i < k - 1 do M.add x y
}

module vec_times = times vec

let main (x: f32) (y: f32): (f32, f32) = vec_times.times (x, y) 4
