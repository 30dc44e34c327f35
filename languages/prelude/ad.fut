-- | Derivatives of functions.
--
-- Uses of a definition with the attribute `missing` are type-checked, but cannot be compiled: the error names the
-- feature.

-- | Forward mode: the value of `f` at `x`, and its derivative along the tangent `x'`.
#[missing(automatic_differentiation)]
def jvp2 'a 'b (f: a -> b) (x: a) (x': a) : (b, b) = ???

-- | Reverse mode: the value of `f` at `x`, and the derivative of the result, weighted by the adjoint `y'`, with respect
-- to `x`.
#[missing(automatic_differentiation)]
def vjp2 'a 'b (f: a -> b) (x: a) (y': b) : (b, a) = ???

-- | As `jvp2`, along several tangents at once.
#[missing(automatic_differentiation)]
def jmp2 'a 'b [n] (f: a -> b) (x: a) (x': [n]a) : (b, [n]b) = ???

-- | As `vjp2`, with several adjoints at once.
#[missing(automatic_differentiation)]
def mjp2 'a 'b [n] (f: a -> b) (x: a) (y': [n]b) : (b, [n]a) = ???

-- | As `jvp2`, without the value.
#[missing(automatic_differentiation)]
def jvp 'a 'b (f: a -> b) (x: a) (x': a) : b = ???

-- | As `vjp2`, without the value.
#[missing(automatic_differentiation)]
def vjp 'a 'b (f: a -> b) (x: a) (y': b) : a = ???

-- | As `jmp2`, without the value.
#[missing(automatic_differentiation)]
def jmp 'a 'b [n] (f: a -> b) (x: a) (x': [n]a) : [n]b = ???

-- | As `mjp2`, without the value.
#[missing(automatic_differentiation)]
def mjp 'a 'b [n] (f: a -> b) (x: a) (y': [n]b) : [n]a = ???

-- | The result of `f`. For reverse mode, the second function is the derivative of `f`: it takes the result and its
-- adjoint to the adjoint of the argument.
def with_vjp 'a 'b (f: a -> b) (_: (res: b) -> (b_adj: b) -> a) (x: a) : b = f x

-- | As `with_vjp`, for a function `f` that also returns values which its derivative needs.
def with_vjp_tape 'a 'b 'c (f: a -> (c, b)) (_: (c, b) -> a) (x: a) : b = (f x).1
