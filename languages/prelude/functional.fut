-- | Functions that make functions.

-- | Apply what is on the right to what is on the left.
def (|>) '^a '^b (x: a) (f: a -> b) : b = f x

-- | Apply what is on the left to what is on the right.
def (<|) '^a '^b (f: a -> b) (x: a) : b = f x

-- | First the function on the left, then the one on the right.
def (>->) '^a '^b '^c (f: a -> b) (g: b -> c) (x: a) : c = g (f x)

-- | First the function on the right, then the one on the left.
def (<-<) '^a '^b '^c (g: b -> c) (f: a -> b) (x: a) : c = g (f x)

-- | The function with its two parameters in the other order.
def flip '^a '^b '^c (f: a -> b -> c) (b: b) (a: a) : c = f a b

-- | Pass two arguments to a function of a pair.
def curry '^a '^b '^c (f: (a, b) -> c) (a: a) (b: b) : c = f (a, b)

-- | Pass a pair to a function of two arguments.
def uncurry '^a '^b '^c (f: a -> b -> c) (a: a, b: b) : c = f a b

-- | The first argument, whatever the second.
def const '^a '^b (x: a) (_: b) : a = x

-- | The argument.
def id '^a (x: a) : a = x

-- | Apply a function `n` times.
def iterate 'a (n: i32) (f: a -> a) (x: a) : a =
  loop x for _i < n do f x

-- | Apply a function until `p` holds of the value, perhaps not even once.
def iterate_until 'a (p: a -> bool) (f: a -> a) (x: a) : a =
  loop x while !(p x) do f x

-- | Apply a function while `p` holds of the value, perhaps not even once.
def iterate_while 'a (p: a -> bool) (f: a -> a) (x: a) : a =
  loop x while p x do f x
