-- `mt with t = u` gives an abstract type of the module type `mt` a meaning.

-- wrong E0113: the type is not there
module type mt = { type t val x : t }
module m : mt with u = i32 = { type t = i32 def x = 1i32 }

-- wrong E0113: the type is concrete already
module type mt = { type t = bool val x : t }
module m : mt with t = i32 = { type t = i32 def x = 1i32 }

-- wrong E0201: the module has another type than the refinement says
module type mt = { type t val x : t }
module m : mt with t = i64 = { type t = i32 def x = 1i32 }

-- wrong E0112: a refinement needs the parameters of the type
module type mt = { type t [n] val f [n] : t [n] -> i64 }
module m : mt with t = []i32 = { type t [n] = [n]i32 def f [n] (_: t [n]) = n }

-- wrong E0113: a type is refined twice
module type mt = { type t val x : t }
module m : mt with t = i32 with t = i32 = { type t = i32 def x = 1i32 }

-- wrong E0113: a value cannot be refined
module type mt = { type t val x : t }
module m : mt with x = i32 = { type t = i32 def x = 1i32 }

-- wrong E0102: the refined type is unknown
module type mt = { type t val x : t }
module m : mt with t = nowhere = { type t = i32 def x = 1i32 }

-- wrong E0216: an abstract type is not given size-lifted
module type mt = { type t val x : t }
module m : mt with t = []i32 = { type t = []i32 def x = [1i32] }

-- wrong E0112: a type with a parameter for one without
module type has_t = { type t }
module type has_u = has_t with t 'a = a

-- wrong E0112: a type without a parameter for one with
module type has_t = { type t 'a }
module type has_u = has_t with t = i32

-- wrong E0113: a type is refined again through a name
module type s = { type t }
module type s1 = s with t = i64
module type s2 = s1 with t = i64

-- right: a type gets a meaning
module type mt = { type t val x : t }
module m : mt with t = i32 = { type t = i32 def x = 1i32 }
def main = m.x + 1

-- right: two types get a meaning
module type mt = { type t type u val x : t val y : u }
module m : mt with t = i32 with u = bool = { type t = i32 type u = bool def x = 1i32 def y = true }
def main = if m.y then m.x else 0

-- right: a type with a size
module type mt = { type t [n] val f [n] : t [n] -> i64 }
module m : mt with t [n] = [n]i32 = { type t [n] = [n]i32 def f [n] (_: t [n]) = n }
def main = m.f [1, 2, 3]

-- right: the result of a parametric module
module type mt = { type t val x : t }
module p (a: mt) : mt with t = a.t = { type t = a.t def x = a.x }
module q = p { type t = i32 def x = 1i32 }
def main = q.x

-- right: a type with the same parameter
module type has_t = { type t 'a }
module type has_u = has_t with t 'a = (a, i32)

-- right: the refinement of an included type, and of the type with its name
module type key = { type key type ctx }
module type mt = { type ctx include key with ctx = ctx }
module m : mt with ctx = i32 = { type key = bool type ctx = i32 }

-- wrong E0301: a size parameter that the module's own type does not use
module type mt = { type t [n] val f [n] : t [n] -> i32 }
module m : mt with t [n] = i32 = { type t [n] = i32 def f [n] (x: t [n]) : i32 = x }

-- wrong E0201: the type has the size, the refinement does not
module type mt = { type t [n] val f [n] : t [n] -> i32 }
module m : mt with t [n] = i32 = { type t [n] = [n]i32 def f [n] (x: t [n]) : i32 = x[0] }

-- wrong E0301: the size of an abbreviation in a module type
module type mt = { type t [n] = i32 }

-- right: a refinement that does not use the size
module type mt = { type t [n] val mk : (n: i64) -> t [n] }
module type none = mt with t [n] = i32
module p (a: mt with t [n] = i32) = { def x : i32 = a.mk 3 }

-- right: values of different sizes, if the refinement uses none
module type mt = { type t [n] [m] }
module p (a: mt with t [n] [m] = [n]i32) = { def f (x: a.t [4] [3]) : a.t [4] [5] = x }
