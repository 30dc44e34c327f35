//! Scalar expressions.

use framework::{Error, Result};
use languages::lanes::Exp;
use languages::prim::{BinOp, PrimType, TriOp, UnOp};

use super::program::Function;
use super::types::{c_type, constant, identifier};
use crate::cpu::CAPACITY;

impl Function<'_> {
    /// The text of an expression.
    pub fn exp(&mut self, exp: &Exp<'_>) -> Result<String> {
        Ok(match exp {
            Exp::Const { value, .. } => constant(*value),
            Exp::Var { name, .. } => {
                self.scalar_type(*name)?;
                identifier(*name)
            }
            Exp::Bin { op, prim, lhs, rhs, .. } => binary(*op, *prim, &self.exp(lhs)?, &self.exp(rhs)?),
            Exp::Un { op, prim, arg, .. } => unary(*op, *prim, &self.exp(arg)?),
            Exp::Tri { op: TriOp::Fma, prim, a, b, c, .. } => {
                format!("fma_{prim}({}, {}, {})", self.exp(a)?, self.exp(b)?, self.exp(c)?)
            }
            Exp::Convert { from, to, arg, .. } => convert(*from, *to, &self.exp(arg)?),
            Exp::Capacity { .. } => CAPACITY.to_string(),
            Exp::Parameter { name, .. } => self.unit.parameter(*name),
            Exp::Select { cond, yes, no, .. } => {
                format!("({} ? {} : {})", self.exp(cond)?, self.exp(yes)?, self.exp(no)?)
            }
            Exp::Any { mask, .. } => format!("v_any({})", self.vector(mask)?),
            Exp::All { mask, .. } => format!("v_all({})", self.vector(mask)?),
            Exp::Splat { .. } | Exp::Steps { .. } => {
                return Err(Error::internal("a vector, where a scalar is needed"));
            }
        })
    }

    /// The texts of expressions.
    pub fn exps(&mut self, exps: &[Exp<'_>]) -> Result<Vec<String>> {
        exps.iter().map(|exp| self.exp(exp)).collect()
    }

    /// Gives an expression a name, unless it is a constant. Its value stays, whatever its variables become.
    pub fn held(&mut self, prim: PrimType, exp: &Exp<'_>) -> Result<String> {
        let value = self.exp(exp)?;
        if matches!(exp, Exp::Const { .. }) {
            return Ok(value);
        }
        let name = self.unit.temporary();
        self.code.line(format!("const {} {name} = {value};", c_type(prim)));
        Ok(name)
    }
}

/// The symbol of an operator that C has, with operands of this type.
fn symbol(op: BinOp, prim: PrimType) -> Option<&'static str> {
    Some(match op {
        _ if prim == PrimType::F16 => return None,
        BinOp::Add if prim.is_float() => "+",
        BinOp::Sub if prim.is_float() => "-",
        BinOp::Mul if prim.is_float() => "*",
        BinOp::Div if prim.is_float() => "/",
        BinOp::LogAnd => "&&",
        BinOp::LogOr => "||",
        _ => return comparison(op),
    })
}

/// The symbol of a comparison.
pub const fn comparison(op: BinOp) -> Option<&'static str> {
    Some(match op {
        BinOp::Eq => "==",
        BinOp::Ne => "!=",
        BinOp::Lt => "<",
        BinOp::Le => "<=",
        BinOp::Gt => ">",
        BinOp::Ge => ">=",
        _ => return None,
    })
}

fn binary(op: BinOp, prim: PrimType, x: &str, y: &str) -> String {
    match symbol(op, prim) {
        Some(symbol) => format!("({x} {symbol} {y})"),
        None => format!("{}_{prim}({x}, {y})", op.name()),
    }
}

/// The name of an operator in the run time.
pub fn unary_name(op: UnOp, prim: PrimType) -> String {
    match op {
        UnOp::Complement => format!("not_{prim}"),
        _ => format!("{}_{prim}", op.name()),
    }
}

fn unary(op: UnOp, prim: PrimType, x: &str) -> String {
    match op {
        UnOp::Not => format!("!({x})"),
        _ => format!("{}({x})", unary_name(op, prim)),
    }
}

/// A conversion; `languages::prim` defines its result.
pub fn convert(from: PrimType, to: PrimType, x: &str) -> String {
    use PrimType::{Bool, F16, F32, F64, I32, I64, U32, U64};
    let target = c_type(to);
    match (from, to) {
        _ if from == to => x.to_string(),
        (F16, _) => convert(F32, to, &format!("f32_of_f16({x})")),
        (_, F16) if from == F32 => format!("f16_of_f32({x})"),
        (_, F16) => format!("f16_of_f32((float)({x}))"),
        (_, Bool) => format!("({x} != 0)"),
        (F32 | F64, F32 | F64) => format!("({target})({x})"),
        (F32 | F64, I32 | I64 | U32 | U64) => format!("{to}_of_f64({x})"),
        (F32 | F64, _) => format!("({target})i32_of_f64({x})"),
        // From a type with a sign to a wider one without.
        _ if from.is_signed() && !to.is_signed() && from.size_bytes() < to.size_bytes() => {
            format!("({target})(uint{}_t)({x})", 8 * from.size_bytes())
        }
        _ => format!("({target})({x})"),
    }
}
