//! The variables of the function under translation: scalars, and memory variables.

use cranelift_codegen::ir::{Value, types};
use framework::{Error, Name, Result};
use languages::lanes::ScalarParam;
use languages::prim::PrimType;

use super::{Memory, Scalar, Translator};
use crate::cpu::ops;

impl Translator<'_> {
    /// Declares a scalar variable with a value.
    pub fn bind(&mut self, name: Name, prim: PrimType, value: Value) {
        let variable = self.b.declare_var(ops::register_type(prim));
        self.b.def_var(variable, value);
        self.scalars.insert(name, Scalar { variable, prim });
    }

    /// Declares the parameters of an operator, or the results of a scan, with their values.
    pub fn bind_params(&mut self, params: &[ScalarParam], values: &[Value]) {
        for (param, &value) in params.iter().zip(values) {
            self.bind(param.name, param.prim, value);
        }
    }

    /// Declares a memory variable whose block has no reference count.
    pub fn bind_borrowed(&mut self, name: Name, address: Value) {
        let base = self.b.declare_var(types::I64);
        self.b.def_var(base, address);
        self.memories.insert(name, Memory { block: None, base });
    }

    /// Declares a memory variable that denotes a block, or nothing if `block` is null.
    pub fn bind_block(&mut self, name: Name, block: Value, address: Value) {
        let base = self.b.declare_var(types::I64);
        self.b.def_var(base, address);
        let variable = self.b.declare_var(types::I64);
        self.b.def_var(variable, block);
        self.memories.insert(name, Memory { block: Some(variable), base });
    }

    /// The scalar variable of a name.
    pub fn scalar(&self, name: Name) -> Result<Scalar> {
        self.scalars.get(&name).copied().ok_or_else(|| Error::internal(format!("scalar {name} is not in scope")))
    }

    /// The memory variable of a name.
    pub fn memory(&self, name: Name) -> Result<Memory> {
        self.memories.get(&name).copied().ok_or_else(|| Error::internal(format!("memory {name} is not in scope")))
    }

    /// The scalar or memory that a name denotes, if either.
    pub fn lookup(&self, name: Name) -> (Option<Scalar>, Option<Memory>) {
        (self.scalars.get(&name).copied(), self.memories.get(&name).copied())
    }

    /// Assigns to a scalar variable.
    pub fn assign(&mut self, name: Name, value: Value) -> Result<()> {
        let scalar = self.scalar(name)?;
        self.b.def_var(scalar.variable, value);
        Ok(())
    }
}
