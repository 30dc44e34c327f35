-- A size must not leave the scope of its name; a function must not give back what has a size of its own.

-- wrong E0212: the elements of a map would have different sizes
def main (n: i64) = map (\i -> iota i) (iota n)

-- wrong E0212: a lambda's result has a size of the lambda's parameter
def main (ns: []i64) = map (\n -> replicate n true) ns

-- wrong E0101: a declared result has a size that is not in scope
def f (x: i32) : [k]i32 = replicate 3 x

-- wrong E0202: a `let` gives an array of a size that is bound inside, where another is declared
def main (m: i64) : [m]i32 = let n = m + m in replicate n 0

-- wrong E0212: filtered rows are not regular
def main (xss: [][]i32) = map (filter (> 0)) xss

-- wrong E0202: an array of two arrays of different computed sizes
def main (xs: []i32) = [filter (> 0) xs, filter (< 0) xs]

-- wrong E0212: the size of a local function's result is no size of the map
def main (n: i64) =
  let f (i: i64) = iota (i + 1)
  in map f (iota n)

-- wrong E0101: a size that is used as a type's argument but never bound
type vec [n] = [n]f32
def main (xs: vec [k]) = xs

-- wrong E0302: a parameter would have a size that is bound inside, although its value is known
def main (xs: []i32) = let n = 2 + 3 in zip (iota n) xs

-- right: rows of one size
def main (n: i64) = map (\i -> map (+ i) (iota n)) (iota n)

-- right: the size inside is used up inside
def main (ns: []i64) = map (\n -> i64.sum (iota n)) ns

-- right: an array of a size that a `let` computes has an unknown size
def main (m: i64) : []i32 = let n = m + m in replicate n 0

-- right: rows are coerced to one size
def main [n] (xss: [][n]i32) = map (\xs -> filter (> 0) (xs ++ xs) :> [n]i32) xss

-- right: abbreviations take sizes
type vec [n] = [n]f32
def main [k] (xs: vec [k]) = map (+ 1) xs

-- right: two arrays of one computed size
def main (xs: []i32) = let ys = filter (> 0) xs in [ys, map (* 2) ys]

-- right: a result has a size that is bound inside, since its value is known
def main (m: i64) : [m + 3]i64 = let n = m + 3 in iota n

-- wrong E0305: a size that a `let` binds and its pattern does not use
def main (xs: []i32) = let [k] ys = filter (> 0) xs in ys

-- wrong E0202: one size for two arrays of different size
def main (xs: []i32) = let [k] (ys: [k]i32, zs: [k]i32) = partition (> 0) xs in zip3 ys zs (iota k)

-- wrong E0202: both parts of a partition have one size
def main (xs: []i32) = let (a, b) = partition (> 0) xs in zip a b

-- wrong E0202: a case gives an unknown size where a known one is declared
def f [n] (xs: [n]i32) : [n]i32 = match xs case ys -> filter (> 0) ys

-- wrong E0202: two unknown sizes for a declared one
def f (xs: []i32) : ?[k].([k]i32, [k]i32) = partition (> 0) xs

-- right: a size that a `let` binds
def main (xs: []i32) = let [k] (ys: [k]i32) = filter (> 0) xs in (k, zip ys (iota k))

-- right: one unknown size of two arrays
def f (xs: []i32) : ?[k].([k]i32, [k]i64) = let ys = filter (> 0) xs in (ys, indices ys)
def main xs = let (a, b) = f xs in zip a b
