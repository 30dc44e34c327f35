-- Compares derivatives with differences of function values.

-- | Whether two numbers are equal, but for the error of a difference.
def near (a: f64) (b: f64) = f64.abs (a - b) <= 1e-5 * (1 + f64.abs a + f64.abs b)

def step = 1e-5f64

-- | Whether the derivatives of `f` at `xs` are right, with respect to each element.
def right [n] (f: [n]f64 -> f64) (xs: [n]f64): bool =
  let at i d = f (copy xs with [i] = xs[i] + d)
  let differences = tabulate n (\i -> (at i step - at i (-step)) / (2 * step))
  let forward = tabulate n (\i -> jvp f xs (replicate n 0 with [i] = 1))
  let reverse = vjp f xs 1
  in and (map3 (\a b c -> near a b && near a c) differences forward reverse)

-- | A number in which each element has another weight.
def weighed [n] (xs: [n]f64): f64 = f64.sum (map2 (\x i -> x * (1 + 0.5 * f64.i64 i)) xs (iota n))
