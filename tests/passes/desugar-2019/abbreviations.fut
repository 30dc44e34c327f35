-- An abbreviation of a type with functions is lifted.
-- edition: 2019
-- show: all
type f = i32 -> i32
type g = (f, i32)
type t = i32
let main (x: i32) = let (f, y): g = ((+ 1), x) in f y
-- ---
-- after desugar-2019 (Source)
type^ f = i32 -> i32

type^ g = (f, i32)

type~ t = i32

def main (x: i32) =
  let (f, y): g = ((+ 1), x)
  in f y
