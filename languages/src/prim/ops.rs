//! The operators: their names, the types they apply to, and the types of their results. Their meaning is in `eval.rs`.
//!
//! Every operand has the operator's type. There are two exceptions: the exponent of [`BinOp::Ldexp`] is an `i32`, and
//! the operand of [`UnOp::FromBits`] is an unsigned integer, which gives the operator its type.

use std::fmt;

use super::PrimType;

/// Declares an enumeration of operators, with its list and its names.
macro_rules! operators {
    ($(#[$doc:meta])* $Op:ident { $($(#[$op_doc:meta])* $op:ident = $name:literal,)* }) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum $Op { $($(#[$op_doc])* $op,)* }

        impl $Op {
            /// All these operators, in order.
            pub const ALL: &'static [$Op] = &[$($Op::$op,)*];

            /// Returns the operator's name in dumps and S-expressions.
            pub const fn name(self) -> &'static str {
                match self { $($Op::$op => $name,)* }
            }

            /// Returns the operator with this name.
            pub fn from_name(name: &str) -> Option<$Op> {
                match name { $($name => Some($Op::$op),)* _ => None }
            }
        }

        impl fmt::Display for $Op {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.pad(self.name())
            }
        }
    };
}

operators! {
    /// An operator of two operands.
    BinOp {
        /// Sum; integers wrap around.
        Add = "add",
        /// Difference; integers wrap around.
        Sub = "sub",
        /// Product; integers wrap around.
        Mul = "mul",
        /// Quotient `/`. On integers it rounds toward negative infinity, and a zero divisor is an error.
        Div = "div",
        /// Modulus `%`. On integers it has the sign of the divisor (the remainder of [`BinOp::Div`]); on floats it is
        /// C's `fmod`.
        Mod = "mod",
        /// Quotient of integers `//`, rounded toward zero.
        Quot = "quot",
        /// Remainder of integers `%%`, with the sign of the dividend.
        Rem = "rem",
        /// Power `**`; a negative integer exponent is an error.
        Pow = "pow",
        /// Bitwise and of integers.
        And = "and",
        /// Bitwise or of integers.
        Or = "or",
        /// Bitwise exclusive or of integers.
        Xor = "xor",
        /// Left shift `<<`; the amount is read as unsigned, and shifting by the width or more gives 0.
        Shl = "shl",
        /// Right shift `>>`: copies the sign into signed integers, and zeros into unsigned ones. The amount is read as
        /// unsigned. A shift by the width or more shifts out all bits.
        Shr = "shr",
        /// Logical right shift `>>>`: shifts zeros into any integer; amounts as for [`BinOp::Shr`].
        LShr = "lshr",
        /// The lesser operand. A number wins over a NaN (IEEE 754 `minNum`); of two zeros, the first wins.
        Min = "min",
        /// The greater operand. A number wins over a NaN (IEEE 754 `maxNum`); of two zeros, the first wins.
        Max = "max",
        /// Conjunction of `bool`s; both operands are evaluated.
        LogAnd = "logand",
        /// Disjunction of `bool`s; both operands are evaluated.
        LogOr = "logor",
        /// Equality.
        Eq = "eq",
        /// Inequality.
        Ne = "ne",
        /// Less than; `false < true`.
        Lt = "lt",
        /// Less than or equal.
        Le = "le",
        /// Greater than.
        Gt = "gt",
        /// Greater than or equal.
        Ge = "ge",
        /// Angle of the point with ordinate `a` and abscissa `b`, in radians.
        Atan2 = "atan2",
        /// [`BinOp::Atan2`] in multiples of π.
        Atan2Pi = "atan2pi",
        /// Length of the hypotenuse, without undue overflow.
        Hypot = "hypot",
        /// Magnitude of the first operand with the sign of the second.
        CopySign = "copysign",
        /// Next representable number after the first operand in the direction of the second.
        NextAfter = "nextafter",
        /// First operand times two to the power of the second, which is an `i32`.
        Ldexp = "ldexp",
        /// High half of the double-width product of integers.
        MulHi = "mulhi",
    }
}

operators! {
    /// An operator of one operand.
    UnOp {
        /// Negation; integers wrap around.
        Neg = "neg",
        /// Bitwise complement of integers.
        Complement = "complement",
        /// Negation of `bool`s.
        Not = "not",
        /// Absolute value. The absolute value of the least integer is itself.
        Abs = "abs",
        /// Sign: -1, 0 or 1. Zeros and NaNs of floats are their own sign.
        Sgn = "sgn",
        /// Square root.
        Sqrt = "sqrt",
        /// One over the square root.
        Rsqrt = "rsqrt",
        /// Cube root.
        Cbrt = "cbrt",
        /// Natural exponential.
        Exp = "exp",
        /// Natural logarithm.
        Log = "log",
        /// Logarithm to base 2.
        Log2 = "log2",
        /// Logarithm to base 10.
        Log10 = "log10",
        /// `log (1 + x)`, accurate near 0.
        Log1p = "log1p",
        /// Sine.
        Sin = "sin",
        /// Cosine.
        Cos = "cos",
        /// Tangent.
        Tan = "tan",
        /// Inverse sine.
        Asin = "asin",
        /// Inverse cosine.
        Acos = "acos",
        /// Inverse tangent.
        Atan = "atan",
        /// Sine of π times the operand.
        SinPi = "sinpi",
        /// Cosine of π times the operand.
        CosPi = "cospi",
        /// Tangent of π times the operand.
        TanPi = "tanpi",
        /// Inverse sine in multiples of π.
        AsinPi = "asinpi",
        /// Inverse cosine in multiples of π.
        AcosPi = "acospi",
        /// Inverse tangent in multiples of π.
        AtanPi = "atanpi",
        /// Hyperbolic sine.
        Sinh = "sinh",
        /// Hyperbolic cosine.
        Cosh = "cosh",
        /// Hyperbolic tangent.
        Tanh = "tanh",
        /// Inverse hyperbolic sine.
        Asinh = "asinh",
        /// Inverse hyperbolic cosine.
        Acosh = "acosh",
        /// Inverse hyperbolic tangent.
        Atanh = "atanh",
        /// Rounding toward positive infinity.
        Ceil = "ceil",
        /// Rounding toward negative infinity.
        Floor = "floor",
        /// Rounding to the nearest integer, halves to even.
        Round = "round",
        /// Rounding toward zero.
        Trunc = "trunc",
        /// The gamma function.
        Gamma = "gamma",
        /// Natural logarithm of the absolute value of the gamma function.
        LogGamma = "lgamma",
        /// The error function.
        Erf = "erf",
        /// The complementary error function.
        Erfc = "erfc",
        /// Whether a float is not a number.
        IsNan = "isnan",
        /// Whether a float is infinite.
        IsInf = "isinf",
        /// A float's representation as an unsigned integer of the same width.
        ToBits = "tobits",
        /// The float of the same width that an unsigned integer represents.
        FromBits = "frombits",
        /// Number of one bits, an `i32`.
        PopCount = "popc",
        /// Number of leading zero bits, an `i32`; the width for 0.
        Clz = "clz",
        /// Number of trailing zero bits, an `i32`; the width for 0.
        Ctz = "ctz",
    }
}

operators! {
    /// An operator of three operands.
    TriOp {
        /// `a * b + c` of floats, rounded once.
        Fma = "fma",
    }
}

impl BinOp {
    /// Whether the operator takes operands of type `ty`.
    pub const fn applies_to(self, ty: PrimType) -> bool {
        match self {
            BinOp::Add | BinOp::Sub | BinOp::Mul | BinOp::Div | BinOp::Mod | BinOp::Pow => {
                ty.is_integer() || ty.is_float()
            }
            BinOp::Quot
            | BinOp::Rem
            | BinOp::And
            | BinOp::Or
            | BinOp::Xor
            | BinOp::Shl
            | BinOp::Shr
            | BinOp::LShr
            | BinOp::MulHi => ty.is_integer(),
            BinOp::Min | BinOp::Max => ty.is_integer() || ty.is_float(),
            BinOp::LogAnd | BinOp::LogOr => matches!(ty, PrimType::Bool),
            BinOp::Eq | BinOp::Ne | BinOp::Lt | BinOp::Le | BinOp::Gt | BinOp::Ge => true,
            BinOp::Atan2 | BinOp::Atan2Pi | BinOp::Hypot | BinOp::CopySign | BinOp::NextAfter | BinOp::Ldexp => {
                ty.is_float()
            }
        }
    }

    /// Returns the type of the result on operands of type `ty`.
    pub const fn result_type(self, ty: PrimType) -> PrimType {
        if self.is_comparison() { PrimType::Bool } else { ty }
    }

    /// Returns the type of the second operand if the first has type `ty`: the same, except for [`BinOp::Ldexp`].
    pub const fn second_operand_type(self, ty: PrimType) -> PrimType {
        match self {
            BinOp::Ldexp => PrimType::I32,
            _ => ty,
        }
    }

    /// Whether operands may be combined in any order: the operator is associative, but for the rounding of floats, and
    /// commutative.
    pub const fn combines_in_any_order(self) -> bool {
        use BinOp::{Add, And, LogAnd, LogOr, Max, Min, Mul, Or, Xor};
        matches!(self, Add | Mul | Min | Max | And | Or | Xor | LogAnd | LogOr)
    }

    /// Whether the operator is a comparison, with a result of type `bool`.
    pub const fn is_comparison(self) -> bool {
        matches!(self, BinOp::Eq | BinOp::Ne | BinOp::Lt | BinOp::Le | BinOp::Gt | BinOp::Ge)
    }

    /// Whether this is a division of integers: quotient or remainder, rounded down or to zero.
    pub const fn divides(self, ty: PrimType) -> bool {
        ty.is_integer() && matches!(self, BinOp::Div | BinOp::Mod | BinOp::Quot | BinOp::Rem)
    }

    /// Whether the operator can fail on operands of type `ty`: integer division and integer power.
    pub const fn can_fail(self, ty: PrimType) -> bool {
        ty.is_integer() && matches!(self, BinOp::Div | BinOp::Mod | BinOp::Quot | BinOp::Rem | BinOp::Pow)
    }
}

impl UnOp {
    /// Whether the operator takes an operand of type `ty`.
    pub const fn applies_to(self, ty: PrimType) -> bool {
        match self {
            UnOp::Neg | UnOp::Abs | UnOp::Sgn => ty.is_integer() || ty.is_float(),
            UnOp::Complement | UnOp::PopCount | UnOp::Clz | UnOp::Ctz => ty.is_integer(),
            UnOp::Not => matches!(ty, PrimType::Bool),
            UnOp::FromBits => matches!(ty, PrimType::U16 | PrimType::U32 | PrimType::U64),
            _ => ty.is_float(),
        }
    }

    /// Returns the type of the result on an operand of type `ty`.
    pub const fn result_type(self, ty: PrimType) -> PrimType {
        match (self, ty) {
            (UnOp::IsNan | UnOp::IsInf, _) => PrimType::Bool,
            (UnOp::PopCount | UnOp::Clz | UnOp::Ctz, _) => PrimType::I32,
            (UnOp::ToBits, PrimType::F16) => PrimType::U16,
            (UnOp::ToBits, PrimType::F32) => PrimType::U32,
            (UnOp::ToBits, PrimType::F64) => PrimType::U64,
            (UnOp::FromBits, PrimType::U16) => PrimType::F16,
            (UnOp::FromBits, PrimType::U32) => PrimType::F32,
            (UnOp::FromBits, PrimType::U64) => PrimType::F64,
            _ => ty,
        }
    }
}

impl TriOp {
    /// Whether the operator takes operands of type `ty`.
    pub const fn applies_to(self, ty: PrimType) -> bool {
        match self {
            TriOp::Fma => ty.is_float(),
        }
    }

    /// Returns the type of the result on operands of type `ty`.
    pub const fn result_type(self, ty: PrimType) -> PrimType {
        match self {
            TriOp::Fma => ty,
        }
    }
}

impl BinOp {
    /// Returns the operator's infix symbol in the source language, if it has one.
    pub const fn symbol(self) -> Option<&'static str> {
        Some(match self {
            BinOp::Add => "+",
            BinOp::Sub => "-",
            BinOp::Mul => "*",
            BinOp::Div => "/",
            BinOp::Mod => "%",
            BinOp::Quot => "//",
            BinOp::Rem => "%%",
            BinOp::Pow => "**",
            BinOp::And => "&",
            BinOp::Or => "|",
            BinOp::Xor => "^",
            BinOp::Shl => "<<",
            BinOp::Shr => ">>",
            BinOp::LShr => ">>>",
            BinOp::LogAnd => "&&",
            BinOp::LogOr => "||",
            BinOp::Eq => "==",
            BinOp::Ne => "!=",
            BinOp::Lt => "<",
            BinOp::Le => "<=",
            BinOp::Gt => ">",
            BinOp::Ge => ">=",
            _ => return None,
        })
    }
}
