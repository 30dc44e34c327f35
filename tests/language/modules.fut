-- A module has all that its module type asks for, as its module type asks for it.

-- wrong E0104: a value is missing
module m : { val x : i32 val y : i32 } = { def x = 1i32 }

-- wrong E0201: a value has another type
module m : { val x : i32 } = { def x = 1i64 }

-- wrong E0104: a type is missing
module m : { type t } = { def x = 1i32 }

-- wrong E0201: a type is another one
module m : { type t = i32 } = { type t = i64 }

-- wrong E0104: a module is missing
module m : { module n : { val x : i32 } } = { def x = 1i32 }

-- wrong E0201: a value is less general
module m : { val f 't : t -> t } = { def f (x: i32) = x }

-- wrong E0202: a function takes fewer sizes
module m : { val f [n] : [n]i32 -> i64 } = { def f (xs: [3]i32) = length xs }

-- wrong E0112: an abstract type has another kind
module m : { type t [n] } = { type t = i32 }

-- wrong E0104: what the module type hides
module m : { val x : i32 } = { def x = 1i32 def y = 2i32 }
def main = m.y

-- wrong E0108: a module is no value
module m = { def x = 1i32 }
def main = m

-- wrong E0110: a parametric module without an argument
module p (a: { val x : i32 }) = { def y = a.x }
def main = p.y

-- wrong E0104: an argument that lacks something
module p (a: { val x : i32 }) = { def y = a.x }
module m = p { def z = 1i32 }

-- wrong E0101: an unknown module
open nowhere

-- wrong E0103: an unknown module type
module m : nowhere = { def x = 1i32 }

-- wrong E0106: a name twice in a module type
module type mt = { val x : i32 val x : i64 }

-- wrong E0201: two abstract types are not one
module p (a: { type t val x : t }) = { def same (y: a.t) : a.t = y }
module m = { type t = i32 def x = 1i32 }
module s : { type t val x : t } = m
module q = p s
def main = q.same m.x

-- wrong E0110: a parametric module is no module without parameters
module p (a: { val x : i32 }) = { def y = a.x }
module m : { val y : i32 } = p

-- wrong E0104: a local definition from outside
module m = { local def x = 1i32 }
def main = m.x

-- wrong E0605: an entry point inside a module
module m = { entry f (x: i32) = x + 1 }
entry main (x: i32) = m.f x

-- wrong E0116: a specified value has a size without a name
module m : { val x : []i32 } = { def x = [1i32] }

-- wrong E0116: an abstract type gives a value an unknown size
module m : { type~ t val x : t } = { type~ t = []i32 def x = [1i32] }

-- wrong E0116: an argument's type gives a value an unknown size
module type mt = { type~ t val x : t }
module p (m: mt) = { def y = m.x }
module q = p { type~ t = []i32 def x = [1i32] }

-- wrong E0102: an unknown type in the result of a parametric module that a module type specifies
module type s = { module p : (x: { type t }) -> { val run : unknown -> x.t } }

-- wrong E0407: a parametric module gives a function that consumes more than its module type says
module type mt = (v: { type t }) -> { val f : v.t -> v.t }
module m : mt = \(v: { type t }) -> { def f (x: *v.t) : *v.t = x }

-- wrong E0104: a parametric module gives less than its module type says
module type mt = (v: { type t }) -> { val f : v.t -> v.t val x : i32 }
module m : mt = \(v: { type t }) -> { def f (x: v.t) = x }

-- wrong E0104: a parametric module needs more than its module type gives
module type mt = (v: { type t }) -> { val x : i32 }
module m : mt = \(v: { type t val y : i32 }) -> { def x = v.y }

-- wrong E0202: a size that must be found from a sum
module m : { val size [n] : [n]i32 -> i64 } = { def size [n] (_: [n + 1]i32) = n }

-- wrong E0201: a type of known size for one of unknown size
module m : { type~ t } with t = []i32 = { type~ t = [0]i32 }

-- right: a module has more than its type asks for
module m : { val x : i32 } = { def x = 1i32 def y = 2i32 }
def main = m.x

-- right: a more general function
module m : { val f : i32 -> i32 } = { def f 't (x: t) = x }
def main = m.f 1

-- right: module types that include others
module type a = { type t }
module type b = { include a with t = i32 val x : t }
module m : b = { type t = i32 def x = 1i32 }
def main = m.x + 1

-- right: open
module m = { def x = 1i32 }
open m
def main = x

-- right: local open
module m = { def x = 1i32 }
module n = { open m def y = x + 1 }
def main = n.x + n.y

-- right: a module in a module
module m : { module n : { val x : i32 } } = { module n = { def x = 1i32 } }
def main = m.n.x

-- right: modules as parameters of modules
module type num = { type t val + : t -> t -> t val one : t }
module two (n: num) = { def two = n.(one + one) }
module m = two { type t = i32 def (+) (a: i32) (b: i32) = a i32.+ b def one = 1i32 }
def main = m.two

-- wrong E0401: the module type says that the function consumes its argument
module m: { val f [n]: *[n]i32 -> i32 } = { def f [n] (xs: [n]i32) = xs[0] }
def main (xs: *[]i32) = m.f xs + xs[1]

-- wrong E0401: the parameter of a module says that the function consumes its argument
module p (m: { type t val f: *t -> t }) = { def g (x: *m.t) = let y = m.f x in (x, y) }

-- wrong E0402: a parametric module consumes what may be an array
module p (m: { type t val f: *t -> t }) = { def g (x: m.t) = m.f x }

-- wrong E0404: two arguments that may share memory
module p (m: { type t val f: *t -> t -> t }) = { def g [n] (xs: *[n]m.t) = m.f xs[0] xs[1] }

-- right: a parametric module may return what its parameter makes
module p (m: { type t val f: *t -> t val copy: t -> *t }) = { def g (x: m.t) = m.f (m.copy x) }
module q = p { type t = [3]i32 def f (x: *t) = x def copy (x: t) : *t = copy x }
def main (xs: [3]i32) = q.g xs

-- wrong E0215: the module type asks for a unique result, but the function, without a declared one, gives its argument
module m: { val id 't: t -> *t } = { def id x = x }

-- wrong E0215: one component of an undeclared result is the argument
module m: { val f [n]: [n]i32 -> *([n]i32, [n]i32) } = { def f xs = (copy xs, xs) }

-- right: the undeclared result is a copy
module m: { val f [n]: [n]i32 -> *[n]i32 } = { def f [n] (xs: [n]i32) = copy xs }
def main (xs: []i32) = m.f xs with [0] = 1

-- wrong E0112: the specification allows more type arguments than the module
module m: { type t '^a } = { type t 'a = a }

-- right: the module allows more type arguments than the specification
module m: { type t 'a } = { type t '~a = i32 }

-- right: a function of an abstract type gives values of unknown size
module m : { type~ t val f : t -> (t, t) } = { type~ t = []i32 def f (x: t) : (t, t) = (x, x) }

-- right: an abstract type gives a value a known size
module m : { type t val x : (i32, t) } = { type t = [2]i32 def x = (1i32, [1i32, 2]) }

-- right: a module type specifies a parametric module
module type s = { module p : (x: { type t val ne : t }) -> { val run : i32 -> x.t } }
module m : s = { module p (x: { type t val ne : t }) : { val run : i32 -> x.t } = { def run (_: i32) = x.ne } }

-- right: a parametric module needs less and gives more than its module type says
module type mt = (v: { type t val y : i32 }) -> { val f : v.t -> v.t }
module m : mt = \(v: { type t }) -> { def f (x: v.t) = x def z = 1i32 }

-- right: a sum where a module type specifies one
module m : { val size [n] : [n + 1]i32 -> i64 } = { def size [n] (_: [n + 1]i32) = n }

-- wrong E0110: a parametric module is opened
module p (a: {type t}) = { def x = 1i32 }
open p

-- wrong E0101: a module type is opened
module type mt = { val x : i32 }
open mt

-- wrong E0103: a module is included
module m = { def x = 1i32 }
module type mt = { include m }

-- wrong E0104: a local `open` does not export
module m = { def x = 1i32 }
module n = { local open m def y = x }
def main = n.x

-- wrong E0201: the abstract type of a module's parameter as a known one
module type mt = { type t val x : t }
module f (a: mt) = { def y : i32 = a.x }
module q = f { type t = i32 def x = 1i32 }

-- wrong E0201: the result of a parametric module has an abstract type
module type mt = { type t val x : t }
module f (a: mt) : mt = { open a }
module q = f { type t = i32 def x = 1i32 }
def main : i32 = q.x

-- wrong E0201: two applications of a parametric module have different abstract types
module type mt = { type t val x : t val f : t -> i32 }
module f (a: mt) : mt = { open a }
module i = { type t = i32 def x = 1i32 def f (x: t) = x }
module q = f i
module r = f i
def main = q.f r.x

-- wrong E0110: too few arguments of a parametric module
module f (a: {val x : i32}) (b: {val y : i32}) = { def z = a.x + b.y }
module q : {val z : i32} = f {def x = 1i32}

-- wrong E0111: a module without parameters is applied
module a = {def x = 1i32}
module b = a a

-- wrong E0109: a value as the argument of a parametric module
module f (a: {val x : i32}) = { def z = a.x }
def x = 1i32
module q = f x

-- wrong E0104: a local type from outside
module m = { local type t = i32 def x : t = 1 }
def f (y: m.t) = y

-- wrong E0201: a parametric module needs another type than its module type gives
module type ft = (a: {val x : i32}) -> {val y : i32}
module m : ft = \(a: {val x : i64}) -> { def y = 1i32 }

-- wrong E0202: a function gives another size than its specification
module m : { val f : (n: i64) -> [n]i32 } = { def f (n: i64) = replicate (n+1) 0i32 }

-- wrong E0202: a function gives an unknown size where its specification has a known one
module m : { val f [n] : [n]i32 -> [n]i32 } = { def f (xs: []i32) = filter (>0) xs }

-- wrong E0101: a specified size comes from a later parameter
module type mt = { val f : [n]i32 -> (n: i64) -> i32 }

-- wrong E0201: a type parameter that is not lifted enough
module m : { val app '^a '^b : (a -> b) -> a -> b } = { def app 'a 'b (f: a -> b) (x: a) = f x }

-- wrong E0201: an error in a parametric module that nothing applies
module f (a: {val x : i32}) = { def y : bool = a.x }

-- wrong E0202: a value of a module's parameter has another size
module f (a: {val n : i64 val xs : [n]i32}) = { def y : [3]i32 = a.xs }

-- wrong E0202: an argument's value has another size than its other value says
module f (a: {val n : i64 val xs : [n]i32}) = { def y : [a.n]i32 = a.xs }
module g = f { def n = 3i64 def xs = [1i32,2] }

-- right: a module type includes another one
module type a = { type t val zero : t }
module type b = { include a type u val f : t -> u }
module m : b = { type t = i32 def zero = 0i32 type u = bool def f (x: t) = x > 0 }

-- right: the parameter's type is known by `with`
module type mt = { type t val x : t }
module f (a: mt with t = i32) = { def y : i32 = a.x }
module q = f { type t = i32 def x = 1i32 }

-- right: two applications of a parametric module
module type mt = { type t val x : t val f : t -> i32 }
module f (a: mt) : mt = { open a }
module i = { type t = i32 def x = 1i32 def f (x: t) = x }
module q = f i
module r = f i
def main = q.f q.x + r.f r.x

-- right: arguments of a parametric module one by one
module f (a: {val x : i32}) (b: {val y : i32}) = { def z = a.x + b.y }
module g = f {def x = 1i32}
module h = g {def y = 1i32}
def main = h.z

-- right: a value of a local type
module m = { local type t = i32 def x : t = 1 }
def f = m.x + 1i32

-- right: a module is a lambda
module m = \(a: {val x : i32}) -> { def y = a.x }
module n = m {def x = 2i32}
def main = n.y

-- right: a specification of unknown size
module m : { val f [n] : [n]i32 -> []i32 } = { def f xs = map (+1i32) xs }

-- right: a type, a value and a module type of one name
type m = i32
def m : m = 1
module type m = {val x : m}

-- wrong E0110: a refinement of the type of a parametric module
module type S = (P: {type t}) -> {type u}
module type T = S with u = i32

-- wrong E0110: a refinement of the type of a parametric module, where it is used
module type S = (P: {type t}) -> {type t}
module m : S with t = i32 = \(P: {type t}) -> {type t = i32}

-- wrong E0110: the type of a parametric module is included
module type A = (P: {}) -> { val x : i32 }
module type B = { include A }

-- right: a refinement of the result of a parametric module
module type S = { type u }
module type T = (P: {type t}) -> (S with u = P.t)
module m : T = \(P: {type t}) -> { type u = P.t }

-- right: a module type is included and refined
module type A = { type t val x : t }
module type B = { include A with t = i32 }
module m : B = { type t = i32 def x = 1i32 }

-- wrong E0117: a file of the prelude is imported
import "/prelude/math"

-- wrong E0117: a file of the prelude is imported as a module
module m = import "/prelude/soacs"

-- wrong E0117: a file that the prelude does not have
local import "/prelude/nowhere"
