//! Translates scalar expressions, loads and stores.

use cranelift_codegen::ir::{InstBuilder, Value, types};
use framework::{Error, Result};
use languages::lanes::Exp;
use languages::prim::PrimType;
use languages::prim::PrimValue;

use super::{ACCESS, Translator};
use crate::cpu::{ops, runtime};

impl Translator<'_> {
    /// The value of an expression.
    pub fn exp(&mut self, exp: &Exp<'_>) -> Result<Value> {
        Ok(match exp {
            Exp::Const { value, .. } => ops::constant(&mut self.b, *value),
            Exp::Var { name, .. } => {
                let scalar = self.scalar(*name)?;
                let value = self.b.use_var(scalar.variable);
                self.current(value)
            }
            Exp::Bin { op, prim, lhs, rhs, .. } => {
                let (x, y) = (self.exp(lhs)?, self.exp(rhs)?);
                let words = self.on_words((*op, *prim), (lhs, rhs), (x, y));
                words.unwrap_or_else(|| ops::binary(&mut self.b, *op, *prim, x, y))
            }
            Exp::Un { op, prim, arg, .. } => {
                let x = self.exp(arg)?;
                ops::unary(&mut self.b, *op, *prim, x)
            }
            Exp::Tri { op, prim, a, b, c, .. } => {
                let (x, y, z) = (self.exp(a)?, self.exp(b)?, self.exp(c)?);
                ops::ternary(&mut self.b, *op, *prim, x, y, z)
            }
            Exp::Convert { from, to, arg, .. } => {
                let x = self.exp(arg)?;
                ops::convert(&mut self.b, *from, *to, x)
            }
            Exp::Capacity { .. } => self.b.ins().iconst(types::I64, runtime::CAPACITY),
            Exp::Parameter { .. } => ops::constant(&mut self.b, PrimValue::NOT_SET),
            Exp::Select { cond, yes, no, .. } => {
                let cond = self.exp(cond)?;
                let (yes, no) = (self.exp(yes)?, self.exp(no)?);
                self.b.ins().select(cond, yes, no)
            }
            Exp::Any { mask, .. } => self.any(mask)?,
            Exp::All { mask, .. } => self.all(mask)?,
            Exp::Splat { .. } | Exp::Steps { .. } => {
                return Err(Error::internal("a vector, where a scalar is needed"));
            }
        })
    }

    /// The values of expressions.
    pub fn exps(&mut self, exps: &[Exp<'_>]) -> Result<Vec<Value>> {
        exps.iter().map(|exp| self.exp(exp)).collect()
    }

    /// Loads a value of a primitive type.
    pub fn load(&mut self, prim: PrimType, address: Value, offset: i32) -> Value {
        self.b.ins().load(ops::register_type(prim), ACCESS, address, offset)
    }

    /// Stores a value.
    pub fn store(&mut self, value: Value, address: Value, offset: i32) {
        self.b.ins().store(ACCESS, value, address, offset);
    }
}
