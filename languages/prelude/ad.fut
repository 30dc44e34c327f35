-- | Derivatives of functions.

-- | Forward mode: the value of `f` at `x`, and its derivative along the tangent `x'`.
#[intrinsic(jvp)]
def jvp2 'a 'b (f: a -> b) (x: a) (x': a) : (b, b) = ???

-- | Reverse mode: the value of `f` at `x`, and the derivative of the result, weighted by the adjoint `y'`, with respect
-- to `x`.
#[intrinsic(vjp)]
def vjp2 'a 'b (f: a -> b) (x: a) (y': b) : (b, a) = ???

#[intrinsic(map)]
local def each 'a [n] 'x (f: a -> x) (as: [n]a) : *[n]x = ???

-- | As `jvp2`, along several tangents at once.
def jmp2 'a 'b [n] (f: a -> b) (x: a) (x': [n]a) : (b, [n]b) = (f x, each (\t -> (jvp2 f x t).1) x')

-- | As `vjp2`, with several adjoints at once.
def mjp2 'a 'b [n] (f: a -> b) (x: a) (y': [n]b) : (b, [n]a) = (f x, each (\t -> (vjp2 f x t).1) y')

-- | As `jvp2`, without the value.
def jvp 'a 'b (f: a -> b) (x: a) (x': a) : b = (jvp2 f x x').1

-- | As `vjp2`, without the value.
def vjp 'a 'b (f: a -> b) (x: a) (y': b) : a = (vjp2 f x y').1

-- | As `jmp2`, without the value.
def jmp 'a 'b [n] (f: a -> b) (x: a) (x': [n]a) : [n]b = each (\t -> (jvp2 f x t).1) x'

-- | As `mjp2`, without the value.
def mjp 'a 'b [n] (f: a -> b) (x: a) (y': [n]b) : [n]a = each (\t -> (vjp2 f x t).1) y'

-- | The result of `f`. For reverse mode, the second function is the derivative of `f`: it takes the result and its
-- adjoint to the adjoint of the argument.
#[intrinsic(with_vjp)]
def with_vjp 'a 'b (f: a -> b) (g: (res: b) -> (b_adj: b) -> a) (x: a) : b = ???

-- | As `with_vjp`, for a function `f` that also returns values which its derivative needs.
def with_vjp_tape 'a 'b 'c (f: a -> (c, b)) (g: (c, b) -> a) (x: a) : b =
  (with_vjp f (\(tape, _) (_, adjoint) -> g (tape, adjoint)) x).1
