-- A type of functions does not match an abstract type that is not lifted.
-- ==
-- error: .*lifted

module m = { type t = i32 -> i32 }: { type t }
