-- Conditionals, matches and loops do not yield functions (the reference, "Higher-order functions"). A function that is polymorphic without saying so
-- cannot be used to get around that.

-- wrong E0213: a function from a conditional
def main (b: bool) = let f = if b then (+ 1i32) else (+ 2) in f 1

-- wrong E0213: a value of a lifted type from a conditional
def f '^a (b: bool) (x: a) (y: a) = if b then x else y

-- wrong E0201: an argument of an inferred function that puts it into a conditional
def either b x y = if b then x else y
def main (b: bool) = either b (+ 1i32) (+ 2) 3

-- wrong E0201: a match
def either (n: i32) x y = match n case 1 -> x case _ -> y
def main (n: i32) = either n (+ 1i32) (+ 2) 3

-- wrong E0201: an inferred function that uses such a function
def either b x y = if b then x else y
def swapped b x y = either b y x
def main (b: bool) = swapped b (+ 1i32) (+ 2) 3

-- wrong E0201: a module type that promises more
module m : { val either '^a : bool -> a -> a -> a } = { def either b x y = if b then x else y }

-- wrong E0201: a local function
def main (b: bool) = let either x y = if b then x else y in either (+ 1i32) (+ 2) 3

-- right: numbers and arrays
def either b x y = if b then x else y
def main (b: bool) (xs: [2]i32) = (either b 1i32 2, either b xs [1, 2])

-- right: an inferred function that only passes its argument on
def first x _ = x
def main = first (+ 1i32) (+ 2i32) 3

-- right: values of a size-lifted type
def f '~a (b: bool) (x: a) (y: a) = if b then x else y
def main (b: bool) (xs: [2]i32) = f b xs [1, 2]
