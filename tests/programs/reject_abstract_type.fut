-- A program that is wrong.
-- ==
-- error: expected .t.

module counter: { type t val zero : t val get : t -> i32 } = {
  type t = i32
  def zero = 0i32
  def get (x: t) = x
}

def main (x: i32) = counter.get x
