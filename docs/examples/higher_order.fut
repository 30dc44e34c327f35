-- A function that takes and returns functions: the example of "High-Performance Defunctionalisation in Futhark"
-- (Hovgaard, Henriksen, Elsman, TFP 2018), figure 1. After the pass `defunc` it is first-order:
--
--     fut-nano --dump-after=defunc docs/examples/higher_order.fut
-- ==
-- input { } output { 23i32 }

def twice (g: i32 -> i32) : i32 -> i32 = \x -> g (g x)

def main : i32 =
  let f =
    let a = 5
    in twice (\y -> y + a)
  in f 1 + f 2
