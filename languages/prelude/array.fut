-- | Functions on whole arrays, without functional arguments.

import "soacs"

import "functional"

open import "zip"

-- | The number of elements.
def length [n] 't (_: [n]t) : i64 = n

-- | Whether there are no elements.
def null [n] 't (_: [n]t) : bool = n == 0

-- | The first element.
def head [n] 't (x: [n]t) : t = x[0]

-- | The last element.
def last [n] 't (x: [n]t) : t = x[n - 1]

-- | All elements but the first.
def tail [n] 't (x: [n]t) : [n - 1]t = x[1:]

-- | All elements but the last.
def init [n] 't (x: [n]t) : [n - 1]t = x[0:n - 1]

-- | The first `i` elements.
def take [n] 't (i: i64) (x: [n]t) : [i]t = x[0:i]

-- | All elements but the first `i`.
def drop [n] 't (i: i64) (x: [n]t) : [n - i]t = x[i:]

-- | The same array at a type of size `n`. The size is checked unless it is known to be `n`.
def sized [m] 't (n: i64) (xs: [m]t) : [n]t = xs :> [n]t

-- | The first `n` elements, and the rest.
def split [n] [m] 't (xs: [n + m]t) : ([n]t, [m]t) =
  (xs[0:n], xs[n:n + m] :> [m]t)

-- | The elements from the last to the first.
#[intrinsic(reverse)]
def reverse [n] 't (x: [n]t) : [n]t = ???

-- | The elements of `xs`, then those of `ys`.
#[intrinsic(concat)]
def concat [n] [m] 't (xs: [n]t) (ys: [m]t) : *[n + m]t = ???

-- | The same as `concat`.
#[intrinsic(concat)]
def (++) [n] [m] 't (xs: [n]t) (ys: [m]t) : *[n + m]t = ???

-- | The numbers from 0 to below `n`.
#[intrinsic(iota)]
def iota (n: i64) : *[n]i64 = ???

-- | The valid indices of an array.
def indices [n] 't (_: [n]t) : *[n]i64 = iota n

-- | The array rotated `r` places to the left.
#[intrinsic(rotate)]
def rotate [n] 't (r: i64) (a: [n]t) : *[n]t = ???

-- | An array of `n` times `x`.
#[intrinsic(replicate)]
def replicate 't (n: i64) (x: t) : *[n]t = ???

-- | An array of as many `x` as the context requires.
def rep 't [n] (x: t) : *[n]t = replicate n x

-- | The same value in memory of its own.
#[intrinsic(copy)]
def copy 't (a: t) : *t = ???

-- | The same value in memory of its own, with its elements in row-major order.
#[intrinsic(copy)]
def manifest 't (a: t) : *t = ???

-- | The elements of all rows, row after row.
#[intrinsic(flatten)]
def flatten [n] [m] 't (xs: [n][m]t) : [n * m]t = ???

-- | As `flatten`, for three dimensions.
def flatten_3d [n] [m] [l] 't (xs: [n][m][l]t) : [n * m * l]t = flatten (flatten xs)

-- | As `flatten`, for four dimensions.
def flatten_4d [n] [m] [l] [k] 't (xs: [n][m][l][k]t) : [n * m * l * k]t = flatten (flatten_3d xs)

-- | The elements as rows of a matrix.
#[intrinsic(unflatten)]
def unflatten 't [n] [m] (xs: [n * m]t) : [n][m]t = ???

-- | As `unflatten`, for three dimensions.
def unflatten_3d 't [n] [m] [l] (xs: [n * m * l]t) : [n][m][l]t = unflatten (unflatten xs)

-- | As `unflatten`, for four dimensions.
def unflatten_4d 't [n] [m] [l] [k] (xs: [n * m * l * k]t) : [n][m][l][k]t = unflatten (unflatten_3d xs)

-- | The transposed matrix.
#[intrinsic(transpose)]
def transpose [n] [m] 't (a: [n][m]t) : [m][n]t = ???

-- | Whether all elements are true.
def and [n] (xs: [n]bool) : bool = all id xs

-- | Whether some element is true.
def or [n] (xs: [n]bool) : bool = any id xs

-- | Combines `acc` with all elements, from the first to the last.
def foldl [n] 'a 'b (f: a -> b -> a) (acc: a) (bs: [n]b) : a =
  loop acc for b in bs do f acc b

-- | Combines `acc` with all elements, from the last to the first.
def foldr [n] 'a 'b (f: b -> a -> a) (acc: a) (bs: [n]b) : a =
  foldl (flip f) acc (reverse bs)

-- | The results of `f` on the numbers from 0 to below `n`.
def tabulate 'a (n: i64) (f: i64 -> a) : *[n]a = map f (iota n)

-- | As `tabulate`, for two dimensions.
def tabulate_2d 'a (n: i64) (m: i64) (f: i64 -> i64 -> a) : *[n][m]a =
  map (\i -> map (f i) (iota m)) (iota n)

-- | As `tabulate`, for three dimensions.
def tabulate_3d 'a (n: i64) (m: i64) (o: i64) (f: i64 -> i64 -> i64 -> a) : *[n][m][o]a =
  map (\i -> map (\j -> map (f i j) (iota o)) (iota m)) (iota n)
