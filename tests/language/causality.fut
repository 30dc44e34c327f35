-- A size that a program computes must be known before anything of that size is needed (the reference, "Causality restriction").

-- wrong E0202: a size that comes out of an argument is needed by an earlier one
def main (n: i64) =
  let f [k] (a: [k]bool) (b: [k]bool) = (a, b)
  in f [] (filter id (replicate n true))

-- wrong E0304: the element type of an empty array has a size that is bound inside
def main (xs: []i32) =
  let ys = []
  let zs = filter (> 0) xs
  let n = length zs
  in (ys : [0][n]i32, zs)

-- wrong E0001: a size of a parameter is known only in the body
def main (n: i64) =
  map (\m -> let k = m + 1 in (\(x: [k]i32) -> x[0]) (replicate k 1)) (iota n) :> [n]i32 |> (\f -> f [])

-- wrong E0302: a result of unknown size flows back into an earlier empty array
def main (xs: []i32) =
  (\arrs -> let ys = filter (> 0) xs in [head arrs, ys]) []

-- wrong E0302: a loop parameter of unknown size before the loop
def main (n: i64) (xs: []i32) =
  let (a, _) = (\g -> (g, g (filter (> 0) xs))) (\ys -> ys)
  in a

-- wrong E0304: the neutral element is as long as something that is computed later
def main (xs: []i32) =
  let arr = []
  let n = length (filter (> 0) xs)
  in arr ++ [replicate n 0i32]

-- wrong E0304: a lambda to the left of an operator takes what the operator's right operand makes
def main (xs: []i32) = (\(ys: []i32) -> ys) <| filter (> 2) xs

-- wrong E0302: a function of values that have an unknown size
def compose '^a '^b '^c (f: a -> b) (g: b -> c) (x: a) (y: a) : (c, c) = (g (f x), g (f y))
def main = let foo = compose iota in foo (\x -> length x) 1 2

-- right: the size is computed first
def main (xs: []i32) =
  let zs = filter (> 0) xs
  let n = length zs
  let ys : [0][n]i32 = []
  in (ys, zs)

-- right: the size is that of a parameter
def main [n] (xs: [n]i32) =
  let ys = []
  in ys ++ [xs]

-- right: an empty array of a known size
def main (n: i64) =
  let arr = []
  in arr ++ [replicate n 0i32]

-- right: the computed array comes first
def main (n: i64) =
  let f [k] (a: [k]bool) (b: [k]bool) = (a, b)
  let x = filter id (replicate n true)
  in f x (map not x)

-- right: an argument makes a size that the argument before it needs
def f 'a 'b (g: a -> b) (x: a) : b = g x
def main (xs: []i32) = f (map (+ 1)) (filter (> 2) xs)

-- right: the rows of a slice
def main (xs: [][]i32) = map (map (* 3)) ((map (map (+ 2)) xs)[::2, ::2])

-- right: an argument needs a size that the argument before it computes
def f [n] (_: [n]i32) (ys: [n]i64) = ys
def main (xs: []bool) = f (replicate (length xs) 1) (iota (length xs))

-- right: an operator's left operand needs a size that the right operand computes
def main (ks: []i64) = (\x -> x) <| replicate (i64.sum ks) 1i32
