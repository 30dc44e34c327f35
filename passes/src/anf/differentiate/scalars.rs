//! The derivatives of operators on scalars. Both modes use them.
//!
//! Integers have derivatives, too: those of the same operators on reals, in integers. A derivative with respect to a
//! truth value is one, too: whether the result changes.

use super::builder::{Builder, number};
use super::varied::is_smooth;
use crate::anf::support::code::scalar;
use framework::{Result, Span};
use languages::anf::{Atom, Exp};
use languages::codes;
use languages::prim::{BinOp, PrimType, TriOp, UnOp};
use std::f64::consts::{FRAC_2_SQRT_PI, LN_2, LN_10, PI};

/// The derivative of an operator's result with respect to one operand.
#[derive(Clone, Copy)]
pub enum Partial {
    /// The factor between a change of the operand and that of the result.
    Factor(Atom),
    /// The operator converts numbers from one type to another, and likewise changes of them.
    Conversion(PrimType, PrimType),
    /// The operator reads the bits of a number of this type as a number of another type, and so are changes of them.
    Bits(UnOp, PrimType),
}

impl Partial {
    /// The change of the result for this change of the operand.
    pub fn forward<'b>(self, builder: &mut Builder<'b>, change: Atom, prim: PrimType) -> Atom {
        match self {
            Partial::Factor(factor) => product(builder, prim, factor, change),
            Partial::Conversion(from, to) => builder.converted(from, to, change),
            Partial::Bits(op, prim) => bits(builder, op, prim, change),
        }
    }

    /// The weight of the operand for this weight of the result.
    pub fn backward<'b>(self, builder: &mut Builder<'b>, weight: Atom, prim: PrimType) -> Atom {
        match self {
            Partial::Factor(factor) => product(builder, prim, factor, weight),
            Partial::Conversion(from, to) => builder.converted(to, from, weight),
            Partial::Bits(UnOp::ToBits, prim) => bits(builder, UnOp::FromBits, UnOp::ToBits.result_type(prim), weight),
            Partial::Bits(_, prim) => bits(builder, UnOp::ToBits, UnOp::FromBits.result_type(prim), weight),
        }
    }
}

fn bits<'b>(builder: &mut Builder<'b>, op: UnOp, prim: PrimType, value: Atom) -> Atom {
    let exp = Exp::Un { span: builder.span, op, prim, arg: builder.arena.alloc(value) };
    builder.bind("bits", scalar(op.result_type(prim)), exp)
}

fn product<'b>(builder: &mut Builder<'b>, prim: PrimType, factor: Atom, value: Atom) -> Atom {
    match prim {
        PrimType::Bool => builder.op(BinOp::LogAnd, prim, factor, value),
        _ if factor == number(prim, -1.0) && prim.is_signed() => {
            let exp = Exp::Un { span: builder.span, op: UnOp::Neg, prim, arg: builder.arena.alloc(value) };
            builder.bind("neg", scalar(prim), exp)
        }
        _ => builder.op(BinOp::Mul, prim, factor, value),
    }
}

/// For each operand that has a derivative: the operand, and the derivative of `result`, the operator's value. `wanted`
/// says which operands are of interest.
pub fn partials<'b>(
    builder: &mut Builder<'b>,
    exp: &Exp<'b>,
    result: Atom,
    wanted: impl Fn(&Atom) -> bool,
) -> Result<Vec<(Atom, Partial)>> {
    if !is_smooth(exp) {
        return Ok(Vec::new());
    }
    let mut out = Vec::new();
    match *exp {
        Exp::Bin { span, op, prim, lhs, rhs } => {
            let mut math = Math { builder, prim, span };
            if wanted(lhs) {
                out.extend(math.lhs(op, *lhs, *rhs, result).map(|factor| (*lhs, Partial::Factor(factor))));
            }
            if wanted(rhs) {
                out.extend(math.rhs(op, *lhs, *rhs, result).map(|factor| (*rhs, Partial::Factor(factor))));
            }
        }
        Exp::Un { op: op @ (UnOp::ToBits | UnOp::FromBits), prim, arg, .. } if wanted(arg) => {
            out.push((*arg, Partial::Bits(op, prim)));
        }
        Exp::Un { span, op, prim, arg } if wanted(arg) => {
            let factor = Math { builder, prim, span }.unary(op, *arg, result)?;
            out.push((*arg, Partial::Factor(factor)));
        }
        Exp::Tri { op: TriOp::Fma, prim, a, b, c, .. } => {
            let factors = [(a, *b), (b, *a), (c, number(prim, 1.0))];
            out.extend(factors.into_iter().filter(|(arg, _)| wanted(arg)).map(|(arg, f)| (*arg, Partial::Factor(f))));
        }
        Exp::Convert { from, to, arg, .. } if wanted(arg) => out.push((*arg, Partial::Conversion(from, to))),
        _ => {}
    }
    Ok(out)
}

/// Formulas of one type.
struct Math<'m, 'b> {
    builder: &'m mut Builder<'b>,
    prim: PrimType,
    span: Span,
}

impl<'b> Math<'_, 'b> {
    fn number(&self, value: f64) -> Atom {
        number(self.prim, value)
    }

    fn op(&mut self, op: BinOp, a: Atom, b: Atom) -> Atom {
        self.builder.op(op, self.prim, a, b)
    }

    fn add(&mut self, a: Atom, b: Atom) -> Atom {
        self.op(BinOp::Add, a, b)
    }

    fn sub(&mut self, a: Atom, b: Atom) -> Atom {
        self.op(BinOp::Sub, a, b)
    }

    fn mul(&mut self, a: Atom, b: Atom) -> Atom {
        self.op(BinOp::Mul, a, b)
    }

    /// The quotient; of integers, rounded toward zero.
    fn div(&mut self, a: Atom, b: Atom) -> Atom {
        self.op(if self.prim.is_integer() { BinOp::Quot } else { BinOp::Div }, a, b)
    }

    fn neg(&mut self, a: Atom) -> Atom {
        let zero = self.number(0.0);
        if self.prim.is_float() { self.un(UnOp::Neg, a) } else { self.sub(zero, a) }
    }

    fn un(&mut self, op: UnOp, arg: Atom) -> Atom {
        let exp = Exp::Un { span: self.builder.span, op, prim: self.prim, arg: self.builder.arena.alloc(arg) };
        self.builder.bind(op.name(), scalar(op.result_type(self.prim)), exp)
    }

    fn square(&mut self, a: Atom) -> Atom {
        self.mul(a, a)
    }

    fn inverse(&mut self, a: Atom) -> Atom {
        let one = self.number(1.0);
        self.div(one, a)
    }

    fn scaled(&mut self, factor: f64, a: Atom) -> Atom {
        let factor = self.number(factor);
        self.mul(factor, a)
    }

    /// 1 if a comparison holds, 0 if not.
    fn test(&mut self, op: BinOp, a: Atom, b: Atom) -> Atom {
        let holds = self.op(op, a, b);
        self.builder.converted(PrimType::Bool, self.prim, holds)
    }

    /// The product of two to the power of the second operand, an integer.
    fn power_of_two(&mut self, exponent: Atom) -> Atom {
        let one = self.number(1.0);
        self.op(BinOp::Shl, one, exponent)
    }

    /// With respect to the first operand.
    fn lhs(&mut self, op: BinOp, a: Atom, b: Atom, result: Atom) -> Option<Atom> {
        let one = self.number(1.0);
        Some(match op {
            BinOp::Add | BinOp::Sub | BinOp::Mod | BinOp::Rem | BinOp::NextAfter => one,
            BinOp::Mul | BinOp::LogAnd => b,
            BinOp::Div | BinOp::Quot => self.inverse(b),
            BinOp::Pow => self.power(a, b),
            BinOp::Min => self.test(BinOp::Le, a, b),
            BinOp::Max => self.test(BinOp::Ge, a, b),
            BinOp::Shl => self.power_of_two(b),
            BinOp::Shr | BinOp::LShr => {
                let power = self.power_of_two(b);
                self.inverse(power)
            }
            BinOp::Hypot => self.div(a, result),
            BinOp::Atan2 | BinOp::Atan2Pi => self.angle(op, b, a, b),
            BinOp::CopySign => {
                let (a, b) = (self.op(BinOp::CopySign, one, a), self.op(BinOp::CopySign, one, b));
                self.mul(a, b)
            }
            BinOp::Ldexp => self.op(BinOp::Ldexp, one, b),
            _ => return None,
        })
    }

    /// With respect to the second operand.
    fn rhs(&mut self, op: BinOp, a: Atom, b: Atom, result: Atom) -> Option<Atom> {
        Some(match op {
            BinOp::Add => self.number(1.0),
            BinOp::Sub => self.number(-1.0),
            BinOp::Mul | BinOp::LogAnd => a,
            BinOp::Div | BinOp::Quot => {
                let square = self.square(b);
                let quotient = self.div(a, square);
                self.neg(quotient)
            }
            BinOp::Mod if self.prim.is_float() => {
                let quotient = self.div(a, b);
                let whole = self.un(UnOp::Trunc, quotient);
                self.neg(whole)
            }
            // For a power of zero, the logarithm has no value, and the derivative is that of 0.
            BinOp::Pow if self.prim.is_float() => {
                let zero = self.number(0.0);
                let (positive, log) = (self.op(BinOp::Gt, a, zero), self.un(UnOp::Log, a));
                let log = self.builder.choice(positive, self.prim, log, zero);
                self.mul(result, log)
            }
            BinOp::Min => self.test(BinOp::Gt, a, b),
            BinOp::Max => self.test(BinOp::Lt, a, b),
            BinOp::Hypot => self.div(b, result),
            BinOp::Atan2 | BinOp::Atan2Pi => {
                let a_negative = self.neg(a);
                self.angle(op, a_negative, a, b)
            }
            _ => return None,
        })
    }

    /// `b * a ** (b - 1)`. The power of an integer has no negative exponent.
    fn power(&mut self, a: Atom, b: Atom) -> Atom {
        let (zero, one) = (self.number(0.0), self.number(1.0));
        let mut less = self.sub(b, one);
        if self.prim.is_integer() {
            less = self.op(BinOp::Max, less, zero);
        }
        let power = self.op(BinOp::Pow, a, less);
        let slope = self.mul(b, power);
        if self.prim.is_integer() {
            return slope;
        }
        let (at_zero, steep) = (self.op(BinOp::Eq, a, zero), self.op(BinOp::Lt, b, one));
        let undefined = self.builder.op(BinOp::LogAnd, PrimType::Bool, at_zero, steep);
        self.builder.choice(undefined, self.prim, zero, slope)
    }

    /// `numerator / (a² + b²)`, in multiples of π for `atan2pi`.
    fn angle(&mut self, op: BinOp, numerator: Atom, a: Atom, b: Atom) -> Atom {
        let (a, b) = (self.square(a), self.square(b));
        let mut length = self.add(a, b);
        if op == BinOp::Atan2Pi {
            length = self.scaled(PI, length);
        }
        self.div(numerator, length)
    }

    /// `1 / sqrt (c + s * x²)`
    fn inverse_root(&mut self, c: f64, s: f64, x: Atom) -> Atom {
        let square = self.square(x);
        let (square, c) = (self.scaled(s, square), self.number(c));
        let sum = self.add(c, square);
        let root = self.un(UnOp::Sqrt, sum);
        self.inverse(root)
    }

    /// `1 / (1 + s * x²)`
    fn inverse_square(&mut self, s: f64, x: Atom) -> Atom {
        let square = self.square(x);
        let (square, one) = (self.scaled(s, square), self.number(1.0));
        let sum = self.add(one, square);
        self.inverse(sum)
    }

    fn unary(&mut self, op: UnOp, x: Atom, result: Atom) -> Result<Atom> {
        let one = self.number(1.0);
        Ok(match op {
            UnOp::Neg => self.number(-1.0),
            UnOp::Not => x,
            UnOp::Abs => self.un(UnOp::Sgn, x),
            UnOp::Sqrt => {
                let twice = self.scaled(2.0, result);
                self.inverse(twice)
            }
            UnOp::Rsqrt => {
                let quotient = self.div(result, x);
                self.scaled(-0.5, quotient)
            }
            UnOp::Cbrt => {
                let square = self.square(result);
                let three = self.scaled(3.0, square);
                self.inverse(three)
            }
            UnOp::Exp => result,
            UnOp::Log => self.inverse(x),
            UnOp::Log2 | UnOp::Log10 => {
                let scaled = self.scaled(if op == UnOp::Log2 { LN_2 } else { LN_10 }, x);
                self.inverse(scaled)
            }
            UnOp::Log1p => {
                let sum = self.add(one, x);
                self.inverse(sum)
            }
            UnOp::Sin => self.un(UnOp::Cos, x),
            UnOp::Cos => {
                let sine = self.un(UnOp::Sin, x);
                self.neg(sine)
            }
            UnOp::Tan | UnOp::TanPi => {
                let square = self.square(result);
                let sum = self.add(one, square);
                if op == UnOp::Tan { sum } else { self.scaled(PI, sum) }
            }
            UnOp::SinPi | UnOp::CosPi => {
                let (other, factor) = if op == UnOp::SinPi { (UnOp::CosPi, PI) } else { (UnOp::SinPi, -PI) };
                let other = self.un(other, x);
                self.scaled(factor, other)
            }
            UnOp::Asin | UnOp::Acos | UnOp::AsinPi | UnOp::AcosPi => {
                let slope = self.inverse_root(1.0, -1.0, x);
                let sign = if matches!(op, UnOp::Asin | UnOp::AsinPi) { 1.0 } else { -1.0 };
                self.scaled(if matches!(op, UnOp::Asin | UnOp::Acos) { sign } else { sign / PI }, slope)
            }
            UnOp::Atan | UnOp::AtanPi => {
                let slope = self.inverse_square(1.0, x);
                if op == UnOp::Atan { slope } else { self.scaled(1.0 / PI, slope) }
            }
            UnOp::Sinh => self.un(UnOp::Cosh, x),
            UnOp::Cosh => self.un(UnOp::Sinh, x),
            UnOp::Tanh => {
                let square = self.square(result);
                self.sub(one, square)
            }
            UnOp::Asinh => self.inverse_root(1.0, 1.0, x),
            UnOp::Acosh => self.inverse_root(-1.0, 1.0, x),
            UnOp::Atanh => self.inverse_square(-1.0, x),
            UnOp::Erf | UnOp::Erfc => {
                let square = self.square(x);
                let negative = self.neg(square);
                let bell = self.un(UnOp::Exp, negative);
                self.scaled(if op == UnOp::Erf { FRAC_2_SQRT_PI } else { -FRAC_2_SQRT_PI }, bell)
            }
            _ => {
                let message = format!("`{op}` has no derivative that this language can express");
                return Err(codes::NO_DERIVATIVE.error(self.span, message));
            }
        })
    }
}
