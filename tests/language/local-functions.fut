-- Local functions see what is in scope where they stand; they are not generalised unless they say so.

-- wrong E0101: a parameter of the outer function after its scope
def f (x: i32) = let g (y: i32) = x + y in g
def main (z: i32) = f z x

-- wrong E0101: a local function in its own body
def main (n: i32) =
  let f (x: i32) = if x == 0 then 0 else f (x - 1)
  in f n

-- wrong E0101: a local function that is used before its `let`
def main (n: i32) =
  let a = g n
  let g (x: i32) = x + 1
  in a

-- wrong E0101: a size of a local function's parameter outside of it
def main (xs: []i32) =
  let f [n] (ys: [n]i32) = n + length ys
  in f xs + n

-- wrong E0102: a type parameter of a local function outside of it
def main (x: i32) =
  let f 't (y: t) : t = y
  let z : t = f x
  in z

-- right: a local function that is declared for all types
def main (x: i32) (b: bool) =
  let same 't (y: t) = y
  in (same x, same b)

-- right: a local function for all sizes
def main (n: i64) (m: i64) =
  let f [k] (xs: [k]i64) = k + i64.sum xs
  in f (iota n) + f (iota m)

-- right: a local function that uses what is around it
def main (n: i32) =
  let k = n * 2
  let f (x: i32) = x + k
  in f (f n)

-- right: a top-level function may call itself
def f (x: i32) : i32 = if x == 0 then 0 else f (x - 1)
def main (n: i32) = f n

-- right: the result of an argument has sizes of its arguments, which others follow
def picture (t: f32) (w: i64) (h: i64) (x: f32) (y: f32) : [h][w]f32 = replicate h (replicate w (t + x + y))
def main (b: bool) (w: i64) (h: i64) (t: f32) : [][]f32 =
  let render f = f t w h 1f32 2f32
  in match b
     case true -> render picture
     case false -> render (\t w h x y -> picture (- t) w h x y)

-- wrong E0201: a local function at two types without type parameters
def main (x: i32) (b: bool) =
  let same y = y
  in (same x, same b)

-- wrong E0201: a local function as its own argument
def main (x: i32) =
  let apply f y = f y
  in apply (apply (i32.+) x) x

-- wrong E0201: another local function uses it at another type
def main (x: i32) (b: bool) =
  let first (y, _) = y
  let second z = first (z, b)
  in (first (x, x), second x)

-- wrong E0201: two types for a type parameter that is not declared beside one that is
def main (x: i32) (b: bool) =
  let first 'a (y: a) z = (y, z)
  in (first x x, first b b)

-- right: a local function at one type and different sizes
def main (n: i64) (m: i64) =
  let same xs = xs
  in (same (iota n), same (iota m))

-- right: one use decides the type of another function's parameter
def main (x: i32) (y: bool) =
  let first (y, _) = y
  let second z = first (z, y)
  in (first (x, y), second x)

-- right: type parameters that are declared
def main (x: i32) (b: bool) =
  let first 'a 'b (y: a) (z: b) = (y, z)
  in (first x x, first b b)
