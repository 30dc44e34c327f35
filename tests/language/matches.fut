-- A `match` must cover all values, and its patterns must be of the value's type.

-- wrong E0501: a constructor is missing
def f (x: #a | #b | #c) = match x case #a -> 1 case #b -> 2

-- wrong E0501: a number is missing
def f (x: i32) = match x case 0 -> 1 case 1 -> 2

-- wrong E0501: a truth value is missing
def f (x: bool) = match x case true -> 1

-- wrong E0501: a nested constructor is missing
def f (x: #some (#a | #b) | #none) = match x case #some #a -> 1 case #none -> 2

-- wrong E0501: a combination is missing
def f (x: bool) (y: bool) = match (x, y) case (true, _) -> 1 case (_, true) -> 2

-- wrong E0201: a constructor that the type does not have
def f (x: #a | #b) = match x case #a -> 1 case #b -> 2 case #c -> 3

-- wrong E0209: too few operands
def f (x: #a i32 i32 | #b) = match x case #a y -> y case #b -> 2

-- wrong E0201: cases of different types
def f (x: #a | #b) = match x case #a -> 1i32 case #b -> true

-- wrong E0201: a pattern of another type
def f (x: i32) = match x case true -> 1 case _ -> 2

-- wrong E0502: a pattern that may fail in a `let`
def f (x: #a i32 | #b) = let (#a y) = x in y

-- wrong E0001: a pattern that may fail in a parameter
def f (#a x: #a i32 | #b) = x

-- wrong E0502: a number in a `let`
def f (x: i32) = let 1 = x in 2

-- wrong E0207: a sum whose type is not known
def main = match #some 1 case #some x -> x

-- wrong E0501: a float is missing
def f (x: f32) = match x case 1.0 -> 1 case 2.0 -> 2

-- right: all constructors
def f (x: #a | #b | #c) = match x case #a -> 1 case #b -> 2 case #c -> 3
def main (b: bool) = f (if b then #a else #b)

-- right: the rest
def main (x: i32) = match x case 0 -> 1 case 1 -> 2 case _ -> 3

-- right: both truth values
def main (x: bool) (y: bool) = match (x, y) case (true, _) -> 1 case (_, true) -> 2 case (false, false) -> 3

-- right: nested constructors
def f (x: #some (#a | #b) | #none) = match x case #some #a -> 1 case #some #b -> 3 case #none -> 2
def main (b: bool) = f (if b then #some #a else #none)

-- right: a `let` of a sum with one constructor
def f (x: #a i32) = let (#a y) = x in y
def main (y: i32) = f (#a y)

-- right: operands of all kinds
def f (x: #a i32 {b: bool} | #c (i32, i32)) = match x case #a y {b = true} -> y case #a _ _ -> 0 case #c (y, z) -> y + z
def main (y: i32) = f (#a y {b = true}) + f (#c (1, 2))

-- wrong E0201: a pattern with more components
def f (x: (i32, i32)) = match x case (a, b, c) -> a

-- wrong E0501: a combination of a number and a truth value is missing
def f (x: #a {n: i32, b: bool} | #c) = match x case #a {n = 1, b = _} -> 1i32 case #a {n, b = true} -> n case #c -> 0

-- wrong E0501: characters are missing
def f (x: u8) = match x case 'a' -> 1i32 case 'b' -> 2

-- wrong E0201: a constructor with too many operands
type t = #a i32 | #b
def f : t = #a 1 2

-- wrong E0201: a constructor with an operand of another type
type t = #a i32 | #b
def f : t = #a true

-- wrong E0201: a constructor that the declared type does not have
type t = #a i32 | #b
def f : t = #c

-- right: numbers and truth values in a record of a sum
def f (x: #a {n: i32, b: bool} | #c) = match x case #a {n = 1, b = _} -> 1i32 case #a {n, b = true} -> n case #a {n, b = false} -> -n case #c -> 0

-- right: a negative number
def f (x: i32) = match x case -1 -> 1i32 case 0 -> 2 case _ -> 3

-- right: an array of sums
def f : [2](#a i32 | #b) = [#a 1i32, #b]

-- right: numbers that wrap around
def f (x: u8) = match x case 300 -> 1i32 case -1 -> 2 case _ -> 3

-- right: a number with a suffix wraps around everywhere
def f (x: u8) = match x case 300u8 -> 1i32 case _ -> i32.u8 (x + 300u8)

-- wrong E0208: a number that does not fit, compared outside of a pattern
def f (x: u8) = if x == 300 then 1i32 else 2
