//! The operators on one lane, given and returned as bits. Upper bits of arguments are zero; those of results may be
//! anything.

use half::f16;

use super::super::ir::*;

/// The low bits of the type's width.
pub fn truncate(elem: Elem, x: u64) -> u64 {
    x & u64::MAX >> (64 - elem.bits().count())
}

/// The integer, extended by its sign.
fn signed(elem: Elem, x: u64) -> i64 {
    let unused = 64 - elem.bits().count();
    (x << unused) as i64 >> unused
}

/// Evaluates a body for `f32` or `f64`, in which these variables are floats instead of bits.
macro_rules! float {
    ($elem:expr, [$($x:ident),*], $body:expr) => {
        if $elem == Elem::F32 {
            $(let $x = f32::from_bits($x as u32);)*
            Bits64::bits64($body)
        } else {
            $(let $x = f64::from_bits($x);)*
            Bits64::bits64($body)
        }
    };
}

/// Results of `float!`.
trait Bits64 {
    fn bits64(self) -> u64;
}

impl Bits64 for f32 {
    fn bits64(self) -> u64 {
        self.to_bits().into()
    }
}

impl Bits64 for f64 {
    fn bits64(self) -> u64 {
        self.to_bits()
    }
}

impl Bits64 for bool {
    fn bits64(self) -> u64 {
        self.into()
    }
}

pub fn unary(op: UnOp, elem: Elem, x: u64) -> u64 {
    let (width, sign) = (elem.bits().count() as u32, 1 << (elem.bits().count() - 1));
    match op {
        UnOp::Neg if elem.is_float() => x ^ sign,
        UnOp::Abs if elem.is_float() => x & !sign,
        UnOp::Neg => x.wrapping_neg(),
        UnOp::Abs => signed(elem, x).wrapping_abs() as u64,
        UnOp::Not => !x,
        UnOp::Sqrt => float!(elem, [x], x.sqrt()),
        UnOp::Round => float!(elem, [x], x.round_ties_even()),
        UnOp::Floor => float!(elem, [x], x.floor()),
        UnOp::Ceil => float!(elem, [x], x.ceil()),
        UnOp::Trunc => float!(elem, [x], x.trunc()),
        UnOp::PopCount => x.count_ones().into(),
        UnOp::LeadingZeros => (x.leading_zeros() - (64 - width)).into(),
        UnOp::TrailingZeros => x.trailing_zeros().min(width).into(),
    }
}

pub fn binary(op: BinOp, elem: Elem, a: u64, b: u64) -> u64 {
    if elem.is_float() && !matches!(op, BinOp::And | BinOp::Or | BinOp::Xor | BinOp::AndNot) {
        return float!(
            elem,
            [a, b],
            match op {
                BinOp::Add => a + b,
                BinOp::Sub => a - b,
                BinOp::Mul => a * b,
                BinOp::Div => a / b,
                BinOp::Min =>
                    if b < a || a.is_nan() {
                        b
                    } else {
                        a
                    },
                BinOp::Max =>
                    if b > a || a.is_nan() {
                        b
                    } else {
                        a
                    },
                BinOp::MinLeft =>
                    if b < a {
                        b
                    } else {
                        a
                    },
                BinOp::MaxLeft =>
                    if b > a {
                        b
                    } else {
                        a
                    },
                _ => panic!("{op:?} is not for floats"),
            }
        );
    }
    let (s, t) = (signed(elem, a), signed(elem, b));
    let width = elem.bits().count() as u64;
    match op {
        BinOp::Add => a.wrapping_add(b),
        BinOp::Sub => a.wrapping_sub(b),
        BinOp::Mul => a.wrapping_mul(b),
        BinOp::DivS => s.wrapping_div(t) as u64,
        BinOp::DivU => a / b,
        BinOp::RemS => s.wrapping_rem(t) as u64,
        BinOp::RemU => a % b,
        BinOp::MulHighS => ((i128::from(s) * i128::from(t)) >> width) as u64,
        BinOp::MulHighU => ((u128::from(a) * u128::from(b)) >> width) as u64,
        BinOp::MulLowS => i64::from(a as i32).wrapping_mul(i64::from(b as i32)) as u64,
        BinOp::MulLowU => u64::from(a as u32) * u64::from(b as u32),
        BinOp::Min => s.min(t) as u64,
        BinOp::Max => s.max(t) as u64,
        BinOp::MinU => a.min(b),
        BinOp::MaxU => a.max(b),
        BinOp::And => a & b,
        BinOp::Or => a | b,
        BinOp::Xor => a ^ b,
        BinOp::AndNot => !a & b,
        BinOp::Shl => {
            if b < width {
                a << b
            } else {
                0
            }
        }
        BinOp::Shr => {
            if b < width {
                a >> b
            } else {
                0
            }
        }
        BinOp::Sar => (s >> b.min(width - 1)) as u64,
        BinOp::Div | BinOp::MinLeft | BinOp::MaxLeft => panic!("{op:?} is for floats"),
    }
}

pub fn fma(op: FmaOp, elem: Elem, [a, b, c]: [u64; 3]) -> u64 {
    float!(
        elem,
        [a, b, c],
        match op {
            FmaOp::Add => a.mul_add(b, c),
            FmaOp::Sub => a.mul_add(b, -c),
            FmaOp::NegAdd => (-a).mul_add(b, c),
            FmaOp::NegSub => (-a).mul_add(b, -c),
        }
    )
}

pub fn compare(cond: Cond, elem: Elem, a: u64, b: u64) -> bool {
    if elem.is_float() {
        return float!(
            elem,
            [a, b],
            match cond {
                Cond::Eq => a == b,
                Cond::Ne => a != b,
                Cond::Lt => a < b,
                Cond::Le => a <= b,
                Cond::Gt => a > b,
                Cond::Ge => a >= b,
                _ => panic!("{cond:?} is not for floats"),
            }
        ) != 0;
    }
    let (s, t) = (signed(elem, a), signed(elem, b));
    match cond {
        Cond::Eq => a == b,
        Cond::Ne => a != b,
        Cond::Lt => s < t,
        Cond::Le => s <= t,
        Cond::Gt => s > t,
        Cond::Ge => s >= t,
        Cond::LtU => a < b,
        Cond::LeU => a <= b,
        Cond::GtU => a > b,
        Cond::GeU => a >= b,
    }
}

pub fn convert(op: ConvOp, from: Elem, to: Elem, x: u64) -> u64 {
    match op {
        ConvOp::ExtendS => signed(from, x) as u64,
        ConvOp::ExtendU | ConvOp::Truncate | ConvOp::Bits => x,
        ConvOp::Extend8S => x as i8 as u64,
        ConvOp::Extend8U => x as u8 as u64,
        ConvOp::Extend16S => x as i16 as u64,
        ConvOp::Extend16U => x as u16 as u64,
        ConvOp::FloatS if to == Elem::F32 => (signed(from, x) as f32).bits64(),
        ConvOp::FloatS => (signed(from, x) as f64).bits64(),
        ConvOp::FloatU if to == Elem::F32 => (x as f32).bits64(),
        ConvOp::FloatU => (x as f64).bits64(),
        ConvOp::IntS | ConvOp::IntU | ConvOp::IntFast => {
            // Exact: every f32 is an f64.
            let x = if from == Elem::F32 { f64::from(f32::from_bits(x as u32)) } else { f64::from_bits(x) };
            float_to_integer(op, to, x)
        }
        ConvOp::Float if from == Elem::F32 => f64::from(f32::from_bits(x as u32)).to_bits(),
        ConvOp::Float => (f64::from_bits(x) as f32).bits64(),
        ConvOp::FromHalf => f16::from_bits(x as u16).to_f32().bits64(),
        ConvOp::ToHalf => f16::from_f32(f32::from_bits(x as u32)).to_bits().into(),
        ConvOp::Mask => panic!("masks are converted as a whole"),
    }
}

fn float_to_integer(op: ConvOp, to: Elem, x: f64) -> u64 {
    let narrow = to == Elem::I32;
    // As Rust converts: toward zero, saturating.
    let saturated = if narrow { i64::from(x as i32) } else { x as i64 };
    match op {
        ConvOp::IntFast => {
            let limit = if narrow { 2f64.powi(31) } else { 2f64.powi(63) };
            // Truncated toward zero, the number may be in range although it is not.
            let whole = x.trunc();
            if whole >= -limit && whole < limit {
                saturated as u64
            } else if narrow {
                1 << 31
            } else {
                1 << 63
            }
        }
        _ if !x.is_finite() => 0,
        ConvOp::IntU if x >= 0.0 && narrow => (x as u32).into(),
        ConvOp::IntU if x >= 0.0 => x as u64,
        _ => saturated as u64,
    }
}
