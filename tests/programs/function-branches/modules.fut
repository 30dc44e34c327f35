-- A function from a branch behind a module type.
-- ==
-- input { true 3 } output { 4 }
-- input { false 3 } output { 6 }

module type changes = {
  type t
  val change : bool -> t -> t
  val make : i32 -> t
  val get : t -> i32
}

module changes : changes = {
  type t = i32
  def change b = if b then \(x: t) -> x + 1 else \x -> x * 2
  def make (x: i32) : t = x
  def get (x: t) : i32 = x
}

entry main (b: bool) (x: i32) : i32 = changes.get (changes.change b (changes.make x))
