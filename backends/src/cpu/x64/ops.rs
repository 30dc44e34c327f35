//! The operators of the language: to which types they apply, and what they mean.

use super::ir::{Elem, I32, Type};

/// Operators of one operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum UnOp {
    /// Negation of numbers.
    Neg,
    /// Complement of integers and masks.
    Not,
    /// Absolute value; integers are signed, and the least one is its own absolute value.
    Abs,
    /// Square root of floats.
    Sqrt,
    /// Float rounded to the nearest integer, halves to even.
    Round,
    /// Float rounded down.
    Floor,
    /// Float rounded up.
    Ceil,
    /// Float rounded toward zero.
    Trunc,
    /// Number of ones of a scalar integer, which has its type.
    PopCount,
    /// Number of leading zeros of a scalar integer.
    LeadingZeros,
    /// Number of trailing zeros of a scalar integer.
    TrailingZeros,
}

impl UnOp {
    /// All of them.
    pub const ALL: [UnOp; 11] = [
        UnOp::Neg,
        UnOp::Not,
        UnOp::Abs,
        UnOp::Sqrt,
        UnOp::Round,
        UnOp::Floor,
        UnOp::Ceil,
        UnOp::Trunc,
        UnOp::PopCount,
        UnOp::LeadingZeros,
        UnOp::TrailingZeros,
    ];

    /// Whether it applies to values of this type.
    pub const fn applies(self, ty: Type) -> bool {
        match (self, ty) {
            (UnOp::Not, Type::Mask(_)) => true,
            (_, Type::Mask(_)) => false,
            (UnOp::Neg | UnOp::Abs, _) => true,
            (UnOp::Not, ty) => !ty.elem().is_float(),
            (UnOp::Sqrt | UnOp::Round | UnOp::Floor | UnOp::Ceil | UnOp::Trunc, ty) => ty.elem().is_float(),
            (_, Type::Scalar(elem)) => !elem.is_float(),
            _ => false,
        }
    }
}

/// Operators of two operands of the same type, which is that of the result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BinOp {
    /// Sum.
    Add,
    /// Difference.
    Sub,
    /// Product.
    Mul,
    /// Quotient of floats.
    Div,
    /// Quotient of signed scalar integers, rounded toward zero.
    DivS,
    /// Quotient of unsigned scalar integers.
    DivU,
    /// Remainder of `DivS`.
    RemS,
    /// Remainder of `DivU`.
    RemU,
    /// Upper half of the product of signed integers: scalars, and lanes of 16 and 32 bits.
    MulHighS,
    /// Upper half of the product of unsigned integers: scalars, and lanes of 16 and 32 bits.
    MulHighU,
    /// Product of the low halves of lanes of 64 bits as signed integers.
    MulLowS,
    /// Product of the low halves of lanes of 64 bits as unsigned integers.
    MulLowU,
    /// Lesser operand. A number wins over a NaN, and of two zeros the left one wins. Integers are signed.
    Min,
    /// Greater operand, as for `Min`.
    Max,
    /// Lesser unsigned integer.
    MinU,
    /// Greater unsigned integer.
    MaxU,
    /// The right float if it is less than the left, else the left: `Min` if the left one is no NaN, and cheaper.
    MinLeft,
    /// The right float if it is greater than the left, else the left: `Max` if the left one is no NaN, and cheaper.
    MaxLeft,
    /// Bitwise and, also of floats and masks.
    And,
    /// Bitwise or, also of floats and masks.
    Or,
    /// Bitwise exclusive or, also of floats and masks.
    Xor,
    /// Bits of the right operand that the left one lacks, also of floats and masks.
    AndNot,
    /// Left shift of integers; the amount is unsigned.
    Shl,
    /// Right shift that shifts zeros in.
    Shr,
    /// Right shift that copies the sign.
    Sar,
}

impl BinOp {
    /// All of them.
    pub const ALL: [BinOp; 25] = [
        BinOp::Add,
        BinOp::Sub,
        BinOp::Mul,
        BinOp::Div,
        BinOp::DivS,
        BinOp::DivU,
        BinOp::RemS,
        BinOp::RemU,
        BinOp::MulHighS,
        BinOp::MulHighU,
        BinOp::MulLowS,
        BinOp::MulLowU,
        BinOp::Min,
        BinOp::Max,
        BinOp::MinU,
        BinOp::MaxU,
        BinOp::MinLeft,
        BinOp::MaxLeft,
        BinOp::And,
        BinOp::Or,
        BinOp::Xor,
        BinOp::AndNot,
        BinOp::Shl,
        BinOp::Shr,
        BinOp::Sar,
    ];

    /// Whether it applies to values of this type.
    pub const fn applies(self, ty: Type) -> bool {
        let float = ty.elem().is_float();
        match (self, ty) {
            (BinOp::And | BinOp::Or | BinOp::Xor | BinOp::AndNot, _) => true,
            (_, Type::Mask(_)) => false,
            (BinOp::Add | BinOp::Sub | BinOp::Mul | BinOp::Min | BinOp::Max, _) => true,
            (BinOp::Div | BinOp::MinLeft | BinOp::MaxLeft, _) => float,
            (BinOp::DivS | BinOp::DivU | BinOp::RemS | BinOp::RemU, Type::Scalar(_)) => !float,
            (BinOp::DivS | BinOp::DivU | BinOp::RemS | BinOp::RemU, _) => false,
            (BinOp::MulHighS | BinOp::MulHighU, Type::Scalar(_)) => !float,
            (BinOp::MulHighS | BinOp::MulHighU, ty) => matches!(ty.elem(), Elem::I16 | Elem::I32),
            (BinOp::MulLowS | BinOp::MulLowU, ty) => matches!(ty, Type::Vector(Elem::I64)),
            _ => !float,
        }
    }

    /// Whether the operands may change places.
    pub const fn commutes(self) -> bool {
        // Of `Min` and `Max` on floats, zeros and NaNs show the order.
        matches!(
            self,
            BinOp::Add
                | BinOp::Mul
                | BinOp::MulHighS
                | BinOp::MulHighU
                | BinOp::MulLowS
                | BinOp::MulLowU
                | BinOp::MinU
                | BinOp::MaxU
                | BinOp::And
                | BinOp::Or
                | BinOp::Xor
        )
    }
}

/// The fused products and sums of floats, rounded once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FmaOp {
    /// `a * b + c`.
    Add,
    /// `a * b - c`.
    Sub,
    /// `c - a * b`.
    NegAdd,
    /// `-c - a * b`.
    NegSub,
}

impl FmaOp {
    /// All of them.
    pub const ALL: [FmaOp; 4] = [FmaOp::Add, FmaOp::Sub, FmaOp::NegAdd, FmaOp::NegSub];

    /// The same with the other sign of `c`.
    pub const fn with_negated_summand(self) -> FmaOp {
        match self {
            FmaOp::Add => FmaOp::Sub,
            FmaOp::Sub => FmaOp::Add,
            FmaOp::NegAdd => FmaOp::NegSub,
            FmaOp::NegSub => FmaOp::NegAdd,
        }
    }

    /// The same with the other sign of `a` or `b`.
    pub const fn with_negated_factor(self) -> FmaOp {
        match self {
            FmaOp::Add => FmaOp::NegAdd,
            FmaOp::Sub => FmaOp::NegSub,
            FmaOp::NegAdd => FmaOp::Add,
            FmaOp::NegSub => FmaOp::Sub,
        }
    }
}

/// Comparisons. Those without `U` are of signed integers and floats, and false for a NaN, except `Ne`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum Cond {
    Eq,
    Ne,
    Lt,
    Le,
    Gt,
    Ge,
    LtU,
    LeU,
    GtU,
    GeU,
}

impl Cond {
    /// All of them.
    pub const ALL: [Cond; 10] =
        [Cond::Eq, Cond::Ne, Cond::Lt, Cond::Le, Cond::Gt, Cond::Ge, Cond::LtU, Cond::LeU, Cond::GtU, Cond::GeU];

    /// Whether it is of unsigned integers.
    pub const fn is_unsigned(self) -> bool {
        matches!(self, Cond::LtU | Cond::LeU | Cond::GtU | Cond::GeU)
    }

    /// The comparison of the operands in the other order.
    pub const fn swapped(self) -> Cond {
        match self {
            Cond::Eq | Cond::Ne => self,
            Cond::Lt => Cond::Gt,
            Cond::Le => Cond::Ge,
            Cond::Gt => Cond::Lt,
            Cond::Ge => Cond::Le,
            Cond::LtU => Cond::GtU,
            Cond::LeU => Cond::GeU,
            Cond::GtU => Cond::LtU,
            Cond::GeU => Cond::LeU,
        }
    }
}

/// Conversions. The result has the operand's shape: a scalar becomes a scalar, a vector a vector.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ConvOp {
    /// Integer to a wider integer, copies of the sign above. Scalars: from `I32` to `I64`.
    ExtendS,
    /// Integer to a wider integer, zeros above.
    ExtendU,
    /// The low 8 bits of a scalar `I32`, with copies of the sign above.
    Extend8S,
    /// The low 8 bits of a scalar `I32`, with zeros above.
    Extend8U,
    /// The low 16 bits of a scalar `I32`, with copies of the sign above.
    Extend16S,
    /// The low 16 bits of a scalar `I32`, with zeros above.
    Extend16U,
    /// Integer to a narrower integer: its low bits. Scalars: from `I64` to `I32`.
    Truncate,
    /// Signed integer of 32 or 64 bits to a float.
    FloatS,
    /// Unsigned integer of 32 or 64 bits to a float.
    FloatU,
    /// Float to a signed integer of 32 or 64 bits, as Futhark's conversions: toward zero, saturating; NaN and
    /// infinities become 0.
    IntS,
    /// Float to an unsigned integer of 32 or 64 bits, as Futhark's conversions: as `IntS`, but a number that is not
    /// negative saturates at the greatest unsigned integer.
    IntU,
    /// Float to a signed integer of 32 or 64 bits, toward zero. Whatever is out of range becomes the least integer. One
    /// instruction, where the range is known.
    IntFast,
    /// `F32` to `F64` or back.
    Float,
    /// The bits of an `f16` to `F32`: from `I16` lanes or a scalar `I32`.
    FromHalf,
    /// `F32` to the bits of an `f16`: to `I16` lanes or a scalar `I32`.
    ToHalf,
    /// The same bits: `I32` and `F32`, `I64` and `F64`, or any vectors.
    Bits,
    /// A mask of lanes of another width. To wider lanes it reads a part, to narrower ones it fills the low lanes.
    Mask,
}

impl ConvOp {
    /// All of them.
    pub const ALL: [ConvOp; 17] = [
        ConvOp::ExtendS,
        ConvOp::ExtendU,
        ConvOp::Extend8S,
        ConvOp::Extend8U,
        ConvOp::Extend16S,
        ConvOp::Extend16U,
        ConvOp::Truncate,
        ConvOp::FloatS,
        ConvOp::FloatU,
        ConvOp::IntS,
        ConvOp::IntU,
        ConvOp::IntFast,
        ConvOp::Float,
        ConvOp::FromHalf,
        ConvOp::ToHalf,
        ConvOp::Bits,
        ConvOp::Mask,
    ];

    /// Whether it converts from one type to the other.
    pub fn applies(self, from: Type, to: Type) -> bool {
        if let (Type::Mask(a), Type::Mask(b)) = (from, to) {
            return self == ConvOp::Mask && a != b;
        }
        let vectors = match (from, to) {
            (Type::Scalar(_), Type::Scalar(_)) => false,
            (Type::Vector(_), Type::Vector(_)) => true,
            _ => return false,
        };
        let (a, b) = (from.elem(), to.elem());
        let integers = !a.is_float() && !b.is_float();
        let wide = |elem: Elem| matches!(elem, Elem::I32 | Elem::I64);
        match self {
            ConvOp::ExtendS | ConvOp::ExtendU => integers && a.bits() < b.bits(),
            ConvOp::Extend8S | ConvOp::Extend8U | ConvOp::Extend16S | ConvOp::Extend16U => from == I32 && to == I32,
            ConvOp::Truncate => integers && a.bits() > b.bits(),
            ConvOp::FloatS | ConvOp::FloatU => wide(a) && b.is_float(),
            ConvOp::IntS | ConvOp::IntU | ConvOp::IntFast => a.is_float() && wide(b),
            ConvOp::Float => a.is_float() && b.is_float() && a != b,
            ConvOp::FromHalf => a == if vectors { Elem::I16 } else { Elem::I32 } && b == Elem::F32,
            ConvOp::ToHalf => a == Elem::F32 && b == if vectors { Elem::I16 } else { Elem::I32 },
            ConvOp::Bits => a != b && (vectors || a.bits() == b.bits()),
            ConvOp::Mask => false,
        }
    }
}

/// How a scalar lies in memory. Narrow integers are extended to an `I32` when they are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum Access {
    I8,
    U8,
    I16,
    U16,
    I32,
    I64,
    F32,
    F64,
}

impl Access {
    /// All of them.
    pub const ALL: [Access; 8] =
        [Access::I8, Access::U8, Access::I16, Access::U16, Access::I32, Access::I64, Access::F32, Access::F64];

    /// The type of the scalar in a register.
    pub const fn elem(self) -> Elem {
        match self {
            Access::I64 => Elem::I64,
            Access::F32 => Elem::F32,
            Access::F64 => Elem::F64,
            _ => Elem::I32,
        }
    }

    /// The type of the scalar in memory.
    pub const fn stored(self) -> Elem {
        match self {
            Access::I8 | Access::U8 => Elem::I8,
            Access::I16 | Access::U16 => Elem::I16,
            _ => self.elem(),
        }
    }
}
