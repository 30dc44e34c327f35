-- A constant of an abstract type may be a result and may be consumed; where its type is known to be an array, it may not.

-- wrong E0406: a result inside of the module that defines the type
module m : { type t val c : t } = { type t = [2]i32 def c : t = [1, 2] def f (_: i32) : t = c }

-- wrong E0402: a consumption inside of the module that defines the type
module m : { type t val c : t } = { type t = [2]i32 def c : t = [1, 2] def f (_: i32) = c with [0] = 3 }

-- wrong E0406: a parametric module returns a constant of its own
module f (p: { type t }) = { def c = [1i32, 2] def g (x: p.t) = (x, c) }

-- wrong E0402: a parametric module consumes a constant of its own
module f (p: { type t }) = { def c = [1i32, 2] def g (x: p.t) = (x, c with [0] = 3) }

-- wrong E0406: the parameter's module type says that the constant is an array
module f (p: { val c : [2]i32 }) = { def g (_: i32) = p.c }
module m = f { def c = [1i32, 2] }

-- wrong E0406: the type is given by `with`
module type mt = { type t val c : t }
module f (p: mt with t = [2]i32) = { def g (_: i32) = p.c }

-- wrong E0406: a module without a module type
module m = { type t = [2]i32 def c : t = [1, 2] }
def f (_: i32) = m.c

-- right: a result
module m : { type t val c : t } = { type t = [2]i32 def c : t = [1, 2] }
def f (_: i32) = (m.c, [m.c])

-- right: a consumption
module m : { type t val c : t val f : *t -> *t } = { type t = [2]i32 def c : t = [1, 2] def f (x: *t) : *t = x with [0] = 3 }
def f (_: i32) = m.f m.c

-- right: a constant that is equal to it
module m : { type t val c : t val f : *t -> *t } = { type t = [2]i32 def c : t = [1, 2] def f (x: *t) : *t = x with [0] = 3 }
def d = m.c
def f (_: i32) = m.f d

-- right: a constant of the parameter of a module, and a known array for it
module f (p: { type t val c : t val f : *t -> i32 }) = { def g (_: i32) = p.c def h (_: i32) = p.f p.c def d = p.c def k (_: i32) = d }
module m = f { type t = [2]i32 def c : t = [1, 2] def f (x: *t) : i32 = (x with [0] = 3)[1] }
def main = (m.g 1, m.h 1, m.k 1)

-- right: parametric modules inside of others
module f (p: { type t val c : t }) = { module g (q: { type u val d : u }) = { def h (_: i32) = (p.c, q.d) } }
module a = f { type t = [2]i32 def c : t = [1, 2] }
module b = a.g { type u = [1]f32 def d : u = [1] }
def main = b.h 1
