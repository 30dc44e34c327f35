-- Entry points whose bodies are functions take the parameters of these functions, too.
-- ==
-- entry: add three
-- input { 2 3 } output { 5 }

def plus (x: i32) (y: i32) = x + y

entry add = plus

entry three (x: i32) =
  let z = x * 0
  in \(y: i32) -> plus (x + z) y
