-- | Derivatives of functions.
--
-- A definition with the attribute `missing` is checked wherever it is used, but cannot be compiled: the error names the feature.

-- | The value of `f` at `x`, and how it changes as `x` moves along the tangent `x'`: forward mode.
#[missing(automatic_differentiation)]
def jvp2 'a 'b (f: a -> b) (x: a) (x': a) : (b, b) = ???

-- | The value of `f` at `x`, and how a change of `x` changes what the adjoint `y'` weighs of the result: reverse mode.
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

-- | The result of `f`, of which reverse mode takes `f'` as the derivative: from the result and its adjoint to the argument's.
def with_vjp 'a 'b (f: a -> b) (_: (res: b) -> (b_adj: b) -> a) (x: a) : b = f x

-- | As `with_vjp`, for a function that also yields what its derivative needs.
def with_vjp_tape 'a 'b 'c (f: a -> (c, b)) (_: (c, b) -> a) (x: a) : b = (f x).1
