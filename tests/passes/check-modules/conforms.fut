-- A module that conforms. A use of its abstract type by its own functions is no error.
module m: { type t val make: i32 -> t val get: t -> i32 } = { type t = i32 def make (x: i32) = x def get (x: i32) = x }
entry main (x: i32) = m.get (m.make x)
-- ---
-- after check-modules (Resolved)
the same
