-- | Definitions that every program can use without an import.
--
-- A definition with the attribute `intrinsic` has no body here: it is the compiler's operation of that name, applied to
-- the parameters. Every definition states its full type, so it is checked only if a program uses it.

open import "soacs"

open import "array"

open import "math"

open import "functional"

open import "ad"

module intrinsics = import "intrinsics"

-- | The number as a single-precision float.
def r32 (x: i32) : f32 = f32.i32 x

-- | The whole part of a single-precision float.
def t32 (x: f32) : i32 = i32.f32 x

-- | The number as a double-precision float.
def r64 (x: i32) : f64 = f64.i32 x

-- | The whole part of a double-precision float.
def t64 (x: f64) : i32 = i32.f64 x

-- | Negation.
def not (x: bool) : bool = !x

-- | The argument itself. No optimisation looks through this function.
def opaque 't (x: t) : t = x

-- | The argument itself, which is printed as `trace: value` when the program runs.
def trace 't (x: t) : t = #[trace(trace)] x

-- | The argument itself. An interpreter also stops for inspection.
def break 't (x: t) : t = x
