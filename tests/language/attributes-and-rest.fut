-- Attributes may stand before anything; what is written must be well formed.

-- wrong E0001: an attribute without a name
def main (x: i32) = #[] x

-- wrong E0001: an attribute that is not closed
def main (x: i32) = #[inline x

-- wrong E0001: an attribute alone
#[inline]

-- wrong E0001: an attribute of an attribute is a number with a fraction
def main (x: i32) = #[unroll(1.5)] x

-- wrong E0001: a keyword as a name
def main (let: i32) = let

-- wrong E0001: an unfinished expression
def main (x: i32) = x +

-- wrong E0001: a parenthesis that is not closed
def main (x: i32) = (x + 1

-- wrong E0001: a loop without `do`
def main (x: i32) = loop s = 0 for i < x s + i

-- wrong E0001: a lambda without arrow
def main (x: i32) = (\y y + x) 1

-- wrong E0201: operators that are not associative
def main (a: i32) (b: i32) (c: i32) = a == b == c

-- wrong E0117: an import that is not there
import "nowhere"

-- wrong E0003: a string that is not closed
def main = "abc

-- wrong E0001: a declaration without a body
def main (x: i32)

-- wrong E0107: a name with an underscore that is used
def main (_x: i32) = _x

-- right: attributes on expressions, declarations and patterns
#[inline]
def f (x: i32) = #[unsafe] x
def main (x: i32) = #[sequential] f x

-- right: attributes with arguments
def main (x: i32) = #[trace(here)] #[flattening(no_intra, 3)] x

-- right: unknown attributes
def main (x: i32) = #[whatever(is, written(here))] x

-- right: operators that are associative
def main (a: i32) (b: i32) (c: i32) = a - b - c + a * b

-- right: a name with an underscore that is not used
def main (_x: i32) (y: i32) = y

-- wrong E0001: an attribute behind the parameters
def f (x: i32) #[inline] = x

-- wrong E0001: an attribute with a dot
def f (x: i32) = #[a.b] x

-- right: attributes in attributes
def f (x: i32) = #[a(b(c), d)] x

-- right: an attribute of an entry point
#[noinline]
entry a (x: i32) = #[inline] (x + 1)
