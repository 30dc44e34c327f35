-- A function that is chosen when the program runs (TFP'18, §7): the example of docs/defunctionalisation.md.
-- ==
-- input { true 1 2 3 } output { 4 }
-- input { false 1 2 3 } output { 6 }

def main (b: bool) (a: i32) (c: i32) (x: i32) : i32 =
  (if b then \y -> y + a else \y -> y * c) x
