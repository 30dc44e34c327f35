-- | Functions on functions.

-- | Applies the function on the right to the argument on the left.
def (|>) '^a '^b (x: a) (f: a -> b) : b = f x

-- | Applies the function on the left to the argument on the right.
def (<|) '^a '^b (f: a -> b) (x: a) : b = f x

-- | Composition: first the function on the left, then the one on the right.
def (>->) '^a '^b '^c (f: a -> b) (g: b -> c) (x: a) : c = g (f x)

-- | Composition: first the function on the right, then the one on the left.
def (<-<) '^a '^b '^c (g: b -> c) (f: a -> b) (x: a) : c = g (f x)

-- | Exchanges the two parameters of a function.
def flip '^a '^b '^c (f: a -> b -> c) (b: b) (a: a) : c = f a b

-- | Turns a function of a pair into a function of two arguments.
def curry '^a '^b '^c (f: (a, b) -> c) (a: a) (b: b) : c = f (a, b)

-- | Turns a function of two arguments into a function of a pair.
def uncurry '^a '^b '^c (f: a -> b -> c) (a: a, b: b) : c = f a b

-- | The first argument, whatever the second.
def const '^a '^b (x: a) (_: b) : a = x

-- | The argument itself.
def id '^a (x: a) : a = x

-- | Applies a function `n` times.
def iterate '~a (n: i32) (f: a -> a) (x: a) : a =
  loop x for _i < n do f x

-- | Applies a function until `p` holds of the value. Does nothing if it holds at once.
def iterate_until '~a (p: a -> bool) (f: a -> a) (x: a) : a =
  loop x while !(p x) do f x

-- | Applies a function as long as `p` holds of the value.
def iterate_while '~a (p: a -> bool) (f: a -> a) (x: a) : a =
  loop x while p x do f x
