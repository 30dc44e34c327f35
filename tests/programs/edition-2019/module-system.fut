-- "Module System": modules, module types, ascription, parametric modules, `open`.
-- ==
-- input { 1f32 2f32 3f32 } output { 2f32 4f32 6f32 }
-- ==
-- entry: times
-- input { 1f32 2f32 3f32 4 } output { 4f32 8f32 12f32 }
-- ==
-- entry: opened
-- input { } output { 2 3 }
-- ==
-- entry: derived
-- input { 5 } output { 15 }

module Vec3 = {
  type t = ( f32 , f32 , f32 )
  let add(a: t) (b: t): t =
    let (a1, a2, a3) = a in
    let (b1, b2, b3) = b in
    (a1 + b1, a2 + b2 , a3 + b3)
}

module AlsoVec3 = Vec3

type vector = Vec3.t
let double(v: vector): vector = AlsoVec3.add v v

let main (a: f32) (b: f32) (c: f32) = double (a, b, c)

module type Addable = {
  type t                 -- abstract type spec
  type two_ts = (t,t)    -- type abbreviation spec
  val add: t -> t -> t   -- value spec
}

-- The reference forgets `two_ts` in `Vec3`, and the module's name in `Times`.
module Vec = { open Vec3 type two_ts = (t, t) }

module AbstractVec = Vec : Addable

module Times = \(M: Addable) -> {
  let times (x: M.t) (k: i32): M.t =
    loop (x' = x) for _i < k - 1 do
      M.add x' x
}

module Vec3Times = Times Vec

entry times (a: f32) (b: f32) (c: f32) (k: i32) = Vec3Times.times (a, b, c) k

module a = { let x = 1 let y = 2 }
module b = { let y = 3 }
open a
open b

entry opened = (x + 1, y)

module type pairs = { val triple: i32 -> i32 }
module Derived (P: { val factor: i32 }) : pairs = { let triple (x: i32) = P.factor * x }
module three = Derived { let factor = 3 }

entry derived (x: i32) = three.triple x
