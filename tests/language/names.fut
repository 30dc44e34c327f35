-- Names are bound once in a pattern or a list of parameters, and known where they are used.

-- wrong E0101: an unknown name
def main = nowhere

-- wrong E0102: an unknown type
def main (x: nowhere) = x

-- wrong E0105: a name twice in a pattern
def main (t: (i32, i32)) = let (x, x) = t in x

-- wrong E0105: two parameters of one name
def main (x: i32) (x: i32) = x

-- wrong E0105: a parameter in two patterns
def main (x: i32, y: i32) (x: i32) = x + y

-- wrong E0106: a function twice
def f (x: i32) = x
def f (x: i64) = x

-- wrong E0106: a function and a constant
def f = 1i32
def f (x: i32) = x

-- wrong E0101: a name of a branch after it
def main (b: bool) = let r = if b then let x = 1 in x else 2 in r + x

-- wrong E0101: a loop's index after it
def main (n: i64) = let r = loop s = 0 for i < n do s + i in r + i

-- wrong E0101: a name of a case in another one
def main (s: #a i32 | #b) = match s case #a x -> x case #b -> x

-- wrong E0204: an unknown field
def main (r: {a: i32}) = r.b

-- wrong E0204: an unknown component
def main (t: (i32, i32)) = t.2

-- wrong E0105: a field twice
def main = {a = 1i32, a = 2i32}

-- wrong E0105: a constructor twice in a type
def f (x: #a | #a) = 1

-- wrong E0102: a type parameter that is not in scope
def f (x: t) = x

-- wrong E0001: `_` is no value
def main (x: i32) = _

-- wrong E0101: an unknown name in a size
def main (xs: [nowhere]i32) = xs

-- wrong E0101: an unknown operator
def main (x: i32) = x <+> 1

-- wrong E0104: an unknown member of a module
def main = i32.nowhere 1

-- wrong E0201: a field of a number
def main (x: i32) = x.a

-- wrong E0106: two definitions that are not local
def step (x: i32) = x
def step (x: i32) (y: i32) = x + y

-- wrong E0105: a name twice in a lambda's pattern
def main (ts: [](i32, i32)) = map (\(x, x) -> x) ts

-- right: a name bound anew
def main (x: i32) = let x = x + 1 let x = x * 2 in x

-- right: shadowed by a lambda
def main (x: i32) = map (\x -> x + 1) [x]

-- right: fields by their names
def main (a: i32) = let r = {a, b = 2i32} in r.a + r.b

-- right: an operator of one's own
def (<+>) (x: i32) (y: i32) = x * 10 + y
def main (x: i32) = x <+> 1

-- right: a wildcard
def main (t: (i32, i32)) = let (_, x) = t in x

-- right: a local definition hides another
def step (x: i32) = x
local def step (x: i32) (y: i32) = x + y
def main x = step x 2

-- right: a loop's parameter hides the variable of its form
def f (xs: []i32) : i64 = loop x = 0i64 for x in xs do x
def g (n: i32) : i64 = loop i = 0i64 for i < n do i + 1

-- right: a name twice in the pattern of a loop or a case, where the last one counts
def f (n: i64) = loop (x, x) = (1i32, 2i32) for _i < n do (x + 1, x + 2)
def g (t: (i32, bool)): bool = match t case (x, x) -> x
