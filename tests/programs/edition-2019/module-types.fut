-- "Module Type Expressions": `with`, `include`, submodules, lifted types, parametric module types.
-- ==
-- input { 4 } output { 5 8 1 }

module type one = { type t val x: t }
module type two = { include one val y: t }
module type nested = { module sub: one with t = i32 }
module type make = (p: one with t = i32) -> { val twice: i32 }

module n: nested = { module sub = { type t = i32 let x = 1 } }
module f: make = \(p: one with t = i32) -> { let twice = 2 * p.x }
module t: two with t = i32 = { type t = i32 let x = 3 let y = 4 }
module g = f { type t = i32 let x = 4 }

let main (x: i32) = (x + n.sub.x, g.twice, t.y - t.x)
