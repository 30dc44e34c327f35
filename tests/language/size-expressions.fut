-- Two sizes are equal if their expressions are. An expression that binds names is equal to no other.

-- wrong E0202: two lambdas
def main (n: i64) = zip (iota ((\x -> x + 1) n)) (iota ((\x -> x + 1) n))

-- wrong E0202: two matches without names
def main (n: i64) = zip (iota (match n case 0 -> 1 case _ -> 2)) (iota (match n case 0 -> 1 case _ -> 2))

-- wrong E0202: a match inside of a call
def f (n: i64) = n * 2
def main (n: i64) = zip (iota (f (match n case 0 -> 1 case m -> m))) (iota (f (match n case 0 -> 1 case m -> m)))

-- wrong E0202: two loops
def main (n: i64) = zip (iota (loop x = n for _i < 3 do x + 1)) (iota (loop x = n for _i < 3 do x + 1))

-- wrong E0202: a declared result with a `let`
def f (n: i64) : [let m = n in m + 1]i32 = replicate (n + 1) 1

-- wrong E0202: different fields
def main (r: {a: i64, b: i64}) = zip (iota (r with a = 2).a) (iota (r with a = 2).b)

-- wrong E0202: different constructors
def f (x: #a i64 | #b i64) : i64 = match x case #a n -> n case #b n -> n
def main (n: i64) = zip (iota (f (#a n))) (iota (f (#b n)))

-- wrong E0202: different parts of an array
def f (xs: []i32) : [length xs[1:3]]i32 = replicate (length xs[1:3]) 1
def g (xs: []i32) : [length xs[1:4]]i32 = replicate (length xs[1:4]) 1
def main xs = zip (f xs) (g xs)

-- wrong E0202: different numbers
def f (n: f32) : [i64.f32 (1.5 * n)]i32 = replicate (i64.f32 (1.5 * n)) 1
def g (n: f32) : [i64.f32 (2.5 * n)]i32 = replicate (i64.f32 (2.5 * n)) 1
def main n = zip (f n) (g n)

-- wrong E0202: another argument of the same call
def f (x: #a i64 | #b i64) : i64 = match x case #a n -> n case #b n -> n
def ap (g: (n: i64) -> [f (#a n)]i32 -> i32) = g 3 (replicate (f (#a 4)) 1)

-- wrong E0805: a `let` in the definition of a type
type t [n] = [let m = n in m + 1]i32
def main (xs: t [3]) = xs

-- wrong E0805: a lambda in the definition of a type
type t [n] = [(\x -> x + 1) n]i32
def main (xs: t [3]) = xs

-- wrong E0805: a match in the definition of a type of functions
type^ t = (n: i64) -> [match n case 0 -> 1 case _ -> 2]i32
def main (x: i32) = x

-- wrong E0805: a lambda in a module type
module type M = { val f : (n: i64) -> [(\m -> m + 1) n]i32 }

-- wrong E0805: a `let` in a module type
module m : { val f : (n: i64) -> [let m = n in m + 1]i32 -> i32 } = { def f (n: i64) (xs: [let m = n in m + 1]i32) = xs[0] }

-- right: a parameter's size with a `let` is checked when the function runs
def f (n: i64) (xs: [let m = n in m + 1]i32) = xs
def main (n: i64) = f n (replicate (n + 1) 1)

-- right: a coercion to a size with a `let`
def main (n: i64) = replicate (n + 1) 1i32 :> [let m = n in m + 1]i32

-- right: a result whose size binds names is unknown
def f (g: (n: i64) -> [let m = n in m + 1]i32) = length (g 3)

-- right: a name for a size that binds names
def main (n: i64) = let m = (match n case 0 -> 1 case m -> m) in zip (iota m) (iota m)

-- right: a section binds no names
def main (n: i64) = zip (iota ((+ 2) n)) (iota ((+ 2) n))

-- right: an operator and a section with an operand
def f [n] (ns: [n]i64) : [reduce (+) 0 (map (+ n) ns)]i64 = iota (reduce (+) 0 (map (+ n) ns))
def main (ns: []i64) = zip (f ns) (f ns)

-- right: a field of an updated record
def main (r: {a: i64, b: i64}) = zip (iota (r with a = 2).b) (iota (r with a = 2).b)

-- right: a constructor
def f (x: #a i64 | #b) : i64 = match x case #a n -> n case #b -> 0
def ap (g: (n: i64) -> [f (#a n)]i32 -> i32) = g 3 (replicate (f (#a 3)) 1)
def main = ap (\n (xs: [f (#a n)]i32) -> xs[0])

-- right: a part of an array
def f (xs: []i32) : [length xs[1:3]]i32 = replicate (length xs[1:3]) 1
def main xs = zip (f xs) (f xs)

-- right: a number and a text
def f (n: f32) : [i64.f32 (1.5 * n) + length "abc"]i32 = replicate (i64.f32 (1.5 * n) + length "abc") 1
def main n = zip (f n) (f n)

-- right: an array made of arguments
def ap (f: (n: i64) -> [length (0..<n)]i32 -> i32) = f 4 (replicate (length (0..<4)) 1)
def main = ap (\n (xs: [length (0..<n)]i32) -> xs[0])

-- right: an array with a changed element
def ap (f: (n: i64) -> [i64.sum ([n, n] with [0] = 1)]i32 -> i32) = 1i32
def main = ap (\n (xs: [i64.sum ([n, n] with [0] = 1)]i32) -> xs[0])

-- right: a coercion
def ap (f: (n: i64) -> [length (iota n :> [n]i64)]i32 -> i32) = 1i32
def main = ap (\n (xs: [length (iota n :> [n]i64)]i32) -> xs[0])

-- right: an assertion and a type change no size
def f (n: i64) = n * 2
def main (n: i64) = zip3 (iota (assert (n > 3) (f n))) (iota (f (n: i64))) (iota (f n : i64))
